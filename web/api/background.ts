import { compareDecimals, type Decimal } from '../../src/domain/decimal.ts'
import { tierKeyOf, type TermsFilter } from '../../src/domain/offer.ts'
import { tierOf, toDecimal, type TermsRow } from '../rates/format.ts'
import type { About, EvidenceRow, InstitutionRow, OfferRow, PageClient } from './api.ts'

/** Facts for a view of rates: the institutions, the currency of the book, the insurance of deposits, and the tax on interest. */
export type Background = {
  readonly institutions: ReadonlyMap<string, InstitutionRow>
  /** The currency of the book; empty while nothing has been published. */
  readonly currency: string
  /** How deposits are insured by default at each type of institution. */
  readonly insurance: About['insurance']
  /** The percentage of interest that institutions withhold; `undefined` if the operator has not set it. */
  readonly withholdingTax: Decimal | undefined
}

export async function loadBackground(client: PageClient, signal: AbortSignal): Promise<Background> {
  const [institutions, about] = await Promise.all([
    client.listInstitutions({ details: true }, { signal }),
    client.getAbout({}, { signal }),
  ])
  const tax = toDecimal(about.withholding_tax ?? '0')
  return {
    institutions: new Map(institutions.rows.map((row) => [row.id, row])),
    currency: about.currency ?? '',
    insurance: about.insurance,
    withholdingTax: compareDecimals(tax, toDecimal('0')) > 0 ? tax : undefined,
  }
}

/** How long ago a rate was confirmed. */
export type LastConfirmation = Pick<
  EvidenceRow,
  'last_verified_at' | 'days_since_verified' | 'is_stale' | 'stale_after_days'
>

/** Rows that a view counts, and those that stand apart: rates not confirmed in time, or changes after a long gap. */
export type CountedAndApart<Row> = {
  readonly counted: readonly Row[]
  readonly apart: readonly Row[]
}

/** Separates rates that were not confirmed in time, unless the reader includes them. */
export function byFreshness<Row>(
  rows: readonly Row[],
  confirmationOf: (row: Row) => LastConfirmation,
  includesOlder: boolean,
): CountedAndApart<Row> {
  if (includesOlder) return { counted: rows, apart: [] }
  const isOlder = (row: Row): boolean => confirmationOf(row).is_stale
  return { counted: rows.filter((row) => !isOlder(row)), apart: rows.filter(isOlder) }
}

/** The shortest limit of some older rates: none of them was confirmed within that many days. */
export function shortestLimit(rows: readonly LastConfirmation[]): number {
  return Math.min(...rows.map((row) => row.stale_after_days))
}

/** The latest of some confirmations; `undefined` if there are none. */
export function latestConfirmation<C extends LastConfirmation>(rows: readonly C[]): C | undefined {
  return rows.reduce<C | undefined>(
    (latest, row) =>
      latest === undefined || row.last_verified_at > latest.last_verified_at ? row : latest,
    undefined,
  )
}

/** The current figures of some terms, each with the id of its receipt. */
export async function loadEvidence(
  client: PageClient,
  filter: TermsFilter,
  signal: AbortSignal,
): Promise<readonly EvidenceRow[]> {
  const { variant, tenure: tenure_months, payout: payout_type } = filter
  return (await client.listEvidence({ variant, tenure_months, payout_type }, { signal })).rows
}

type TierRow = TermsRow & Pick<OfferRow, 'institution_id' | 'min_deposit'>

/** Finds the evidence of a current offer. */
export type FindEvidence = (offer: TierRow) => EvidenceRow | undefined

export function indexEvidence(rows: readonly EvidenceRow[]): FindEvidence {
  const index = new Map(rows.map((row) => [keyOf(row), row]))
  return (offer) => index.get(keyOf(offer))
}

function keyOf(row: TierRow): string {
  return `${row.institution_id} ${tierKeyOf(tierOf(row))}`
}
