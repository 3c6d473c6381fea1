import { parseDecimal, sameDecimal } from '../../domain/decimal.ts'
import { instantText } from '../../domain/instant.ts'
import { compareTiers, depositOf } from '../../domain/offer.ts'
import type { InstitutionBook, Market } from '../market/market.ts'
import type { StoreViews } from '../store/store.ts'

/** The first entry that is wrong, and why. */
export type Difference = {
  readonly position: number
  readonly message: string
  /** `disk`: it was changed after it was appended. `configuration`: it has a kind or a key of a later version of the format. */
  readonly reason?: 'disk' | 'configuration'
}

type Row = StoreViews[keyof StoreViews][number]

/** The first row of a SQL view that the market does not have in this place. */
export function differenceInViews(market: Market, views: StoreViews): Difference | undefined {
  const books = [...market.institutions.values()]
  return (
    differenceIn('institution', books.map(institutionRow), views.institution) ??
    differenceIn('rate_history', historyRows(books), views.rateHistory) ??
    differenceIn('current_offer', offerRows(market), views.currentOffer)
  )
}

function institutionRow({ institution: record, registrations }: InstitutionBook): Row {
  return {
    position: registrations.at(-1)?.position,
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
  }
}

/** In the order of the book; the records of one entry are in its order already. */
function historyRows(books: readonly InstitutionBook[]): readonly Row[] {
  return books
    .flatMap(({ published }) => published.records)
    .toSorted((a, b) => a.entry.position - b.entry.position)
    .map(({ terms, entry, ...record }) => ({
      position: entry.position,
      institution_id: terms.institutionId,
      product_variant: terms.variant,
      tenure_months: terms.tenure,
      payout_type: terms.payout,
      min_deposit: record.minimumDeposit,
      prev_min_deposit: record.previousMinimumDeposit,
      prev_rate_pa: record.previous,
      new_rate_pa: record.rate,
      direction: record.direction,
      changed_at: instantText(entry.at),
      tenure_to_months: terms.tenureTo ?? null,
    }))
}

function offerRows({ institutions, currency }: Market): readonly Row[] {
  return [...institutions.values()]
    .filter(({ institution }) => institution.active)
    .flatMap(({ institution: { id, name }, standing }) =>
      [...standing.values()]
        .flatMap(({ offers, ...reading }) => offers.map((offer) => ({ offer, ...reading })))
        .toSorted((a, b) => compareTiers(a.offer, b.offer))
        .map(({ offer, position, scrapedAt, sourceUrl }) => ({
          position,
          institution_id: id,
          institution_name: name,
          product_variant: offer.variant,
          tenure_months: offer.tenure,
          rate_pa: offer.rate,
          payout_type: offer.payout,
          min_deposit: depositOf(offer),
          currency,
          scraped_at: instantText(scrapedAt),
          source_url: sourceUrl,
          tenure_to_months: offer.tenureTo ?? null,
        })),
    )
}

function differenceIn(
  view: string,
  expected: readonly Row[],
  found: readonly Row[],
): Difference | undefined {
  for (let index = 0; index < Math.max(expected.length, found.length); index++) {
    const [must, is] = [expected[index] ?? {}, found[index] ?? {}]
    const field = Object.keys({ ...must, ...is }).find(
      (name) => !isSame(name, must[name], is[name]),
    )
    if (field === undefined) continue
    const given = must[field] === undefined ? 'nothing' : JSON.stringify(must[field])
    const stored = is[field] === undefined ? 'missing' : JSON.stringify(is[field])
    return {
      position: (must['position'] ?? is['position']) as number,
      message: `Row ${index + 1} of the view ${view}: ${field} is ${stored}, and the entries give ${given}.`,
    }
  }
  return undefined
}

/** A correction may leave another printing of the same value. */
const decimals = /rate_pa$|min_deposit$|^tenure_(?:to_)?months$/

function isSame(field: string, must: unknown, is: unknown): boolean {
  if (must === is || !decimals.test(field)) return must === is
  const [a, b] = [parseDecimal(String(must)), parseDecimal(String(is))]
  return a !== undefined && b !== undefined && sameDecimal(a, b)
}
