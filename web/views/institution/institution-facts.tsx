import type { EvidenceRow, FreshnessRow, InstitutionRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { latestConfirmation } from '../../api/background.ts'
import { hostOf } from '../../../src/domain/institution.ts'
import { InsuranceText } from '../../parts/insurance.tsx'

type InstitutionFactsProps = {
  readonly institution: InstitutionRow
  /** `undefined` if no rate sheet of the institution counts. */
  readonly freshness: FreshnessRow | undefined
  /** The current offers. */
  readonly evidence: readonly EvidenceRow[]
}

/** How fresh an institution's rates are, its licence, its credit rating, how its deposits are insured, and its site. */
export function InstitutionFacts(props: InstitutionFactsProps) {
  const { institution, freshness, evidence } = props
  const { credit_rating: rating, rating_agency, rating_updated: updated, insurance } = institution
  const { institution: texts, words } = useMessages()
  const { facts } = texts
  const latest = latestConfirmation(evidence)
  const older = evidence.filter(({ is_stale }) => is_stale).length
  /** Where rates were confirmed at different times; the age is that of the oldest. */
  const ageText = (days: number): string => {
    const values = { all: evidence.length, age: words.duration(days) }
    return older === 0 ? facts.noneOlder(values) : facts.someOlder({ stale: older, ...values })
  }
  return (
    <dl class="facts">
      <div>
        <dt>{facts.rates}</dt>
        <dd>
          {freshness === undefined ? (
            facts.none
          ) : (
            <span class={freshness.is_stale ? 'stale' : 'fresh'}>
              {latest === undefined || latest.days_since_verified === freshness.days_since_verified
                ? words.freshness(freshness.days_since_verified, freshness.is_stale)
                : ageText(freshness.days_since_verified)}
            </span>
          )}
          {freshness !== undefined && (
            <small>
              {facts.published({
                day: words.day(freshness.last_published_at),
                staleAfter: words.days(freshness.stale_after_days),
              })}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{facts.licence}</dt>
        <dd>{words.licence(institution.license_type)}</dd>
      </div>
      <div>
        <dt>{facts.rating}</dt>
        <dd>
          {rating ?? facts.noRating}
          {rating !== null && (
            <small>
              {[rating_agency ?? [], updated === null ? [] : words.day(updated)].flat().join(', ')}
            </small>
          )}
        </dd>
      </div>
      {insurance !== undefined && (
        <div>
          <dt>{facts.insurance}</dt>
          <dd>
            <InsuranceText insurance={insurance} />
          </dd>
        </div>
      )}
      <div>
        <dt>{facts.site}</dt>
        <dd>
          <a href={institution.website}>{hostOf(institution.website)}</a>
        </dd>
      </div>
    </dl>
  )
}
