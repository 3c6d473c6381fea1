import { compareDecimals, type Decimal } from '../src/domain/decimal.ts'
import type { Client } from '../src/client/methods.ts'
import type { TermsFilter } from '../src/domain/offer.ts'
import type { EvidenceRow, FreshnessRow, InstitutionRow } from './api.ts'
import { toDecimal } from './format.ts'

/** Facts for a view of rates: the institutions, how fresh their rates are, and the insurance of deposits. */
export type Background = {
  readonly institutions: ReadonlyMap<string, InstitutionRow>
  readonly freshness: ReadonlyMap<string, FreshnessRow>
  /** The currency of the book; empty while nothing has been published. */
  readonly currency: string
  /** The amount up to which a deposit is insured; `undefined` if the operator has not set it. */
  readonly insuredAmount: Decimal | undefined
}

export async function loadBackground(client: Client, signal: AbortSignal): Promise<Background> {
  const [institutions, freshness, about] = await Promise.all([
    client.listInstitutions({}, { signal }),
    client.listFreshness({}, { signal }),
    client.getAbout({}, { signal }),
  ])
  const insured = toDecimal(about.insured_amount ?? '0')
  return {
    institutions: new Map(institutions.rows.map((row) => [row.id, row])),
    freshness: new Map(freshness.rows.map((row) => [row.institution_id, row])),
    currency: about.currency ?? '',
    insuredAmount: compareDecimals(insured, toDecimal('0')) > 0 ? insured : undefined,
  }
}

/** Rows that a view counts, and rows that were not confirmed within the threshold of their institution. */
export type ByFreshness<Row> = { readonly counted: readonly Row[]; readonly older: readonly Row[] }

/** Separates rates that were not confirmed in time, unless the reader includes them. */
export function byFreshness<Row extends { readonly institution_id: string }>(
  rows: readonly Row[],
  freshness: Background['freshness'],
  includesOlder: boolean,
): ByFreshness<Row> {
  if (includesOlder) return { counted: rows, older: [] }
  const isOlder = ({ institution_id: id }: Row) => freshness.get(id)?.is_stale === true
  return { counted: rows.filter((row) => !isOlder(row)), older: rows.filter(isOlder) }
}

/** When the latest of some rates was confirmed, as an ISO 8601 instant; empty if there are none. */
export function lastConfirmation(
  rows: readonly { readonly institution_id: string }[],
  freshness: Background['freshness'],
): string {
  return rows.reduce((latest, { institution_id: id }) => {
    const at = freshness.get(id)?.last_verified_at ?? ''
    return at > latest ? at : latest
  }, '')
}

/** The current figures of some terms, each with the id of its receipt. */
export async function loadEvidence(
  client: Client,
  filter: TermsFilter,
  signal: AbortSignal,
): Promise<readonly EvidenceRow[]> {
  const { variant, tenure: tenure_months, payout: payout_type } = filter
  return (await client.listEvidence({ variant, tenure_months, payout_type }, { signal })).rows
}
