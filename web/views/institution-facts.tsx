import type { FreshnessRow, InstitutionRow } from '../api.ts'
import { formatCount, formatDay, formatFreshness, formatLicence, hostOf } from '../format.ts'

type InstitutionFactsProps = {
  readonly institution: InstitutionRow
  /** `undefined` if the institution has not published. */
  readonly freshness: FreshnessRow | undefined
}

/** How fresh an institution's rates are, its licence, its credit rating and its site. */
export function InstitutionFacts({ institution, freshness }: InstitutionFactsProps) {
  const { credit_rating: rating, rating_agency: agency, rating_updated: updated } = institution
  return (
    <dl class="facts">
      <div>
        <dt>Rates</dt>
        <dd>
          {freshness === undefined ? (
            'none published yet'
          ) : (
            <span class={freshness.is_stale ? 'stale' : 'fresh'}>
              {formatFreshness(freshness.days_since_verified, freshness.is_stale)}
            </span>
          )}
          {freshness !== undefined && (
            <small>
              last published {formatDay(freshness.last_published_at)}; stale after{' '}
              {formatCount(freshness.stale_after_days, 'day')}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Licence</dt>
        <dd>{formatLicence(institution.license_type)}</dd>
      </div>
      <div>
        <dt>Credit rating</dt>
        <dd>
          {rating ?? 'none entered'}
          {rating !== null && (
            <small>
              {agency}
              {updated !== null && `, ${formatDay(updated)}`}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>Site</dt>
        <dd>
          <a href={institution.website}>{hostOf(institution.website)}</a>
        </dd>
      </div>
    </dl>
  )
}
