import { hostOf } from '../../../src/domain/institution.ts'
import { payouts, variants } from '../../../src/domain/offer.ts'
import type { EvidenceRow, FreshnessRow, InstitutionRow, OfferRow } from '../../api/api.ts'
import { latestConfirmation } from '../../api/background.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import type { Messages } from '../../messages/messages.ts'
import { InsuranceText } from '../../parts/insurance.tsx'
import { EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { quote } from '../../rates/format.ts'
import { OfferGrids } from './offer-grids.tsx'
import { RateHistory } from './rate-history.tsx'

type InstitutionAnswer = {
  /** `undefined` if the book has no institution with this id. */
  readonly institution: InstitutionRow | undefined
  readonly offers: readonly OfferRow[]
  /** The evidence of each offer. */
  readonly evidence: readonly EvidenceRow[]
  /** `undefined` if no rate sheet of the institution counts. */
  readonly freshness: FreshnessRow | undefined
}

/** The view of one institution: its facts, its offers and the history of its rates. */
export function InstitutionView() {
  const { client, route, messages } = useApp()
  const { id } = route
  const texts = messages.institution
  const request = useRequest(id, async (signal): Promise<InstitutionAnswer> => {
    const [institutions, offers, evidence, freshness] = await Promise.all([
      client.listInstitutions({ active_only: false, details: true }, { signal }),
      client.listCurrentOffers({ institution_id: id }, { signal }),
      client.listEvidence({ institution_id: id }, { signal }),
      client.listFreshness({ institution_id: id }, { signal }),
    ])
    return {
      institution: institutions.rows.find((institution) => institution.id === id),
      offers: offers.rows,
      evidence: evidence.rows,
      freshness: freshness.rows[0],
    }
  })
  return (
    <>
      <ViewHeader {...headlineOf(request.value, messages)} />
      <RequestResult request={request} rows={14}>
        {({ institution, ...answer }) =>
          institution === undefined ? (
            <EmptyState title={texts.unknown({ id: quote(id) })}>
              {texts.unknownAdvice({ all: (text) => <Link to="institution">{text}</Link> })}
            </EmptyState>
          ) : (
            <InstitutionDetails institution={institution} {...answer} />
          )
        }
      </RequestResult>
    </>
  )
}

function headlineOf(
  answer: InstitutionAnswer | undefined,
  { institution: texts, words }: Messages,
) {
  if (answer === undefined) return { heading: texts.loadingHeading, title: texts.title }
  const { institution } = answer
  if (institution === undefined) return { heading: texts.notInBookHeading, title: texts.notInBook }
  const { name, type, active } = institution
  const kicker = words.typeNouns[type]
  return {
    kicker: active ? kicker : texts.inactive({ type: kicker }),
    heading: name,
    title: name,
  }
}

type InstitutionDetailsProps = InstitutionAnswer & { readonly institution: InstitutionRow }

function InstitutionDetails(props: InstitutionDetailsProps) {
  const { institution, offers, evidence, freshness } = props
  const texts = useMessages().institution
  const reader = useQueryReader()
  const variant = reader.choice(
    'variant',
    variants,
    firstOffered(variants, offers, 'product_variant'),
  )
  const usualPayout = firstOffered(payouts, offers, 'payout_type')
  const payout = reader.choice('payout', payouts, usualPayout)
  return (
    <>
      <InstitutionFacts institution={institution} freshness={freshness} evidence={evidence} />
      <QueryErrors errors={reader.errors()} />
      <div class={offers.length === 0 ? undefined : 'offers-and-history'}>
        {offers.length === 0 ? (
          <EmptyState title={texts.noOffers}>
            {freshness === undefined ? texts.noSheet : texts.offersBelow}
          </EmptyState>
        ) : (
          <OfferGrids institution={institution} offers={offers} evidence={evidence} />
        )}
        {freshness !== undefined && (
          <RateHistory
            institution={institution}
            offers={offers}
            variant={variant}
            payout={payout}
            usualPayout={usualPayout}
          />
        )}
      </div>
    </>
  )
}

/** The first value that one of the offers has; the first of all if there are no offers. */
function firstOffered<T extends string, N extends keyof OfferRow>(
  values: readonly [T, ...T[]],
  offers: readonly (OfferRow & Readonly<Record<N, T>>)[],
  field: N,
): T {
  return values.find((value) => offers.some((offer) => offer[field] === value)) ?? values[0]
}

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
