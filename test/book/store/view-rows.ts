import assert from 'node:assert/strict'
import type { Change, RateChange } from '../../../src/domain/change.ts'
import { compareText, withPlaces, type Decimal } from '../../../src/domain/decimal.ts'
import type { Entry, Publishing } from '../../../src/domain/entry.ts'
import { instantText } from '../../../src/domain/instant.ts'
import type { Institution } from '../../../src/domain/institution.ts'
import {
  compareTiers,
  depositOf,
  tierKeyOf,
  type Tier,
  type TierKey,
} from '../../../src/domain/offer.ts'
import type { StoreViews } from '../../../src/book/store/store.ts'

/** The slow and obvious way from the entries to the rows of the views, as `docs/book.md` describes it. */
export function viewsOf(entries: readonly Entry[]): StoreViews {
  const registrations = entries.filter((entry) => entry.kind === 'institution-registered')
  const last = Map.groupBy(registrations, ({ institutionId }) => institutionId)
    .values()
    .flatMap((all) => all.slice(-1))
    .toArray()
    .toSorted((a, b) => compareText(a.institutionId, b.institutionId))
  return {
    institution: last.map(({ institution: record, position }) => ({
      id: record.id,
      name: record.name,
      type: record.type,
      website: record.website,
      active: record.active ? 1 : 0,
      license_type: record.licenseType,
      credit_rating: record.creditRating,
      rating_agency: record.ratingAgency,
      rating_updated: record.ratingUpdated,
      stale_after_days: record.staleAfterDays,
      position,
    })),
    rateHistory: entries.flatMap((entry) =>
      changesOf(entry).flatMap((change) =>
        change.direction === 'withdrawn' ? [] : [historyRow(entry, change)],
      ),
    ),
    currentOffer: last
      .filter(({ institution }) => institution.active)
      .flatMap(({ institution }) =>
        offerRows(
          institution,
          entries.filter(({ institutionId }) => institutionId === institution.id),
        ),
      ),
  }
}

function historyRow({ position, institutionId, at }: Entry, change: RateChange) {
  return {
    position,
    institution_id: institutionId,
    product_variant: change.variant,
    tenure_months: withPlaces(change.tenure, 2),
    payout_type: change.payout,
    prev_rate_pa: withPlaces(change.previous, 3),
    new_rate_pa: withPlaces(change.rate, 3),
    direction: change.direction,
    changed_at: instantText(at),
    min_deposit: withPlaces(depositOf(change), 2),
    prev_min_deposit: withPlaces(change.previousMinimumDeposit ?? depositOf(change), 2),
    tenure_to_months: upperBoundOf(change.tenureTo),
  }
}

function offerRows({ id, name }: Institution, entries: readonly Entry[]) {
  const rates = new Map<TierKey, RateChange>()
  for (const changes of entries.map(changesOf)) {
    for (const change of changes) {
      const { previousMinimumDeposit: minimumDeposit } = change as RateChange
      if (minimumDeposit !== undefined) rates.delete(tierKeyOf({ ...change, minimumDeposit }))
      if (change.direction === 'withdrawn') rates.delete(tierKeyOf(change))
    }
    for (const change of changes)
      if (change.direction !== 'withdrawn') rates.set(tierKeyOf(change), change)
  }
  const listings = listingsOf(entries)
  return [...rates.entries()]
    .toSorted(([, a], [, b]) => compareTiers(a, b))
    .map(([key, { variant, tenure, tenureTo, payout, rate }]) => {
      const listing = listings.findLast(({ tier }) => tierKeyOf(tier) === key)
      assert.ok(listing, `No sheet lists ${key}.`)
      const { sheet, position } = listing.of
      return {
        position,
        institution_id: id,
        institution_name: name,
        product_variant: variant,
        tenure_months: withPlaces(tenure, 2),
        rate_pa: withPlaces(rate, 3),
        payout_type: payout,
        min_deposit: withPlaces(depositOf(listing.tier), 2),
        currency: sheet.currency,
        scraped_at: instantText(sheet.scrapedAt),
        source_url: sheet.sourceUrl,
        tenure_to_months: upperBoundOf(tenureTo),
      }
    })
}

/** The tiers of each sheet that was not retracted: first those of corrections, then the printed ones. */
function listingsOf(
  entries: readonly Entry[],
): readonly { readonly of: Publishing; readonly tier: Tier }[] {
  const corrections = entries.flatMap((entry) =>
    entry.kind === 'rate-corrected' ? [entry.correction] : [],
  )
  const retracted = corrections.filter(({ isRetraction }) => isRetraction).map(({ of }) => of)
  const figures = corrections
    .filter(({ isRetraction }) => !isRetraction)
    .flatMap((correction) => correction.figures)
    .filter(({ now }) => now !== undefined)
  return entries
    .filter((entry) => entry.kind === 'sheet-published')
    .filter(({ position }) => !retracted.includes(position))
    .flatMap((of) => [
      ...figures.filter((figure) => figure.of === of.position).map((tier) => ({ of, tier })),
      ...of.sheet.offers.map((tier) => ({ of, tier })),
    ])
}

function changesOf(entry: Entry): readonly Change[] {
  return entry.kind === 'sheet-published' || entry.kind === 'rate-corrected' ? entry.changes : []
}

function upperBoundOf(tenureTo: Decimal | undefined): string | null {
  return tenureTo === undefined ? null : withPlaces(tenureTo, 2)
}
