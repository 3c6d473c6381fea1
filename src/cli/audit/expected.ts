import { withPlaces } from '../../domain/decimal.ts'
import { dayLength, instantText, type Instant } from '../../domain/instant.ts'
import { depositOf } from '../../domain/offer.ts'
import type { HistoryRow, Rederived } from '../../market/rederive.ts'

/** A row of an answer or of a view, with the field names of the API. */
export type Row = Readonly<Record<string, unknown>>

/** The lists that the log requires. Each row has the position that it comes from. */
export type Expected = {
  readonly [list in 'institutions' | 'history' | 'changes' | 'offers']: readonly Row[]
}

/** Converts the rederived rows to rows of answers and views. */
export function expectedOf({
  institutions,
  history,
  correctedHistory,
  offers,
}: Rederived): Expected {
  const registered = new Map(institutions.map(({ institution }) => [institution.id, institution]))
  const recordOf = (change: HistoryRow) => ({
    position: change.position,
    institution_id: change.institutionId,
    product_variant: change.variant,
    tenure_months: withPlaces(change.tenure, 2),
    payout_type: change.payout,
    min_deposit: withPlaces(depositOf(change), 2),
    prev_min_deposit: withPlaces(change.previousMinimumDeposit ?? depositOf(change), 2),
    prev_rate_pa: withPlaces(change.previous, 3),
    new_rate_pa: withPlaces(change.rate, 3),
    direction: change.direction,
    changed_at: instantText(change.at),
    prev_changed_at: change.previousAt === undefined ? null : instantText(change.previousAt),
    prev_seen_at: change.previousSeenAt === undefined ? null : instantText(change.previousSeenAt),
    prev_withdrawn_at:
      change.previousWithdrawnAt === undefined ? null : instantText(change.previousWithdrawnAt),
    read_at: change.readAt === undefined ? null : instantText(change.readAt),
    printed_date: change.printedDay ?? null,
  })
  return {
    institutions: institutions.map(({ position, institution }) => ({
      position,
      id: institution.id,
      name: institution.name,
      type: institution.type,
      website: institution.website,
      active: institution.active,
      license_type: institution.licenseType,
      credit_rating: institution.creditRating,
      rating_agency: institution.ratingAgency,
      rating_updated: institution.ratingUpdated,
      stale_after_days: institution.staleAfterDays,
    })),
    history: history.map(recordOf),
    changes: correctedHistory
      .filter(({ direction }) => direction === 'up' || direction === 'down')
      .map(recordOf)
      .map((record) => ({
        ...record,
        institution_name: registered.get(record.institution_id)?.name,
        institution_type: registered.get(record.institution_id)?.type,
      })),
    offers: expectedOffers(offers, institutions),
  }
}

/** The rows that `/rates/current` should return for these offers. */
export function expectedOffers(
  offers: Rederived['offers'],
  institutions: Rederived['institutions'],
): readonly Row[] {
  const names = new Map(institutions.map(({ institution: { id, name } }) => [id, name]))
  return offers.map(({ position, institutionId, sheet, ...offer }) => ({
    position,
    institution_id: institutionId,
    institution_name: names.get(institutionId),
    product_variant: offer.variant,
    tenure_months: withPlaces(offer.tenure, 2),
    rate_pa: withPlaces(offer.rate, 3),
    payout_type: offer.payout,
    min_deposit: withPlaces(depositOf(offer), 2),
    currency: sheet.currency,
    scraped_at: instantText(sheet.scrapedAt),
    source_url: sheet.sourceUrl,
  }))
}

/** The rows that `/freshness` should return. */
export function expectedFreshness({ freshness }: Rederived, now: Instant): readonly Row[] {
  return freshness.map(({ position, institution, publishedAt, checkedAt, verifiedAt }) => ({
    position,
    institution_id: institution.id,
    name: institution.name,
    type: institution.type,
    last_published_at: instantText(publishedAt),
    last_checked_at: instantText(checkedAt),
    last_verified_at: instantText(verifiedAt),
    days_since_verified: Math.max(0, Math.floor((now - verifiedAt) / dayLength)),
    stale_after_days: institution.staleAfterDays,
    is_stale: now - verifiedAt > institution.staleAfterDays * dayLength,
  }))
}
