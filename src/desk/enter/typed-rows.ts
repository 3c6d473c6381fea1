import { parseWhole } from '../../domain/decimal.ts'
import { tierKeyOf, compareTiers, payouts, variants, type Offer } from '../../domain/offer.ts'

/** The fields of one offer as they were typed. */
export type TypedRow = Readonly<Record<RowField, string>> & { readonly isGone: boolean }

/** The fields of a row in their order, and their names in a rate sheet. */
export const rowFields = {
  variant: 'product_variant',
  tenure: 'tenure_months',
  payout: 'payout_type',
  rate: 'rate_pa',
  aer: 'aer',
  deposit: 'min_deposit',
} as const
export type RowField = keyof typeof rowFields

export const rowFieldNames = Object.keys(rowFields) as readonly RowField[]

/** A row in which nothing was typed. */
export const emptyRow: TypedRow = {
  variant: variants[0],
  tenure: '',
  payout: payouts[0],
  rate: '',
  aer: '',
  deposit: '',
  isGone: false,
}
/** Free rows at the end of the form. */
const freeRows = 2

/** The rows of a form, and free ones after them. */
export function withFreeRows(rows: readonly TypedRow[]): readonly TypedRow[] {
  return [...rows, ...Array.from({ length: freeRows }, () => emptyRow)]
}

/** Rows for the offers that stand. Their rates are empty: the page may print others. */
export function rowsOfOffers(offers: readonly Offer[]): readonly TypedRow[] {
  const unique = new Map(offers.map((offer) => [tierKeyOf(offer), offer]))
  return [...unique.values()].toSorted(compareTiers).map((offer) => ({
    ...emptyRow,
    variant: offer.variant,
    tenure: offer.tenureDays === undefined ? offer.tenure : `${offer.tenureDays}d`,
    payout: offer.payout,
    deposit: offer.minimumDeposit ?? '',
  }))
}

/** Reads the rows of a form. */
export function readRows(form: URLSearchParams): readonly TypedRow[] {
  const rows: TypedRow[] = []
  while (form.has(`tenure-${rows.length}`)) {
    const index = rows.length
    const fields = rowFieldNames.map((name) => [name, form.get(`${name}-${index}`)?.trim() ?? ''])
    rows.push({
      ...(Object.fromEntries(fields) as Record<RowField, string>),
      isGone: form.get(`gone-${index}`) === 'yes',
    })
  }
  return rows
}

/** Whether a row is left out: it was removed, or nothing was typed into it. */
export function isLeftOut({ tenure, rate, aer, deposit, isGone }: TypedRow): boolean {
  return isGone || `${tenure}${rate}${aer}${deposit}` === ''
}

/** The offer of a row, for the reader of rate sheets, which checks every field. */
export function offerOfRow(row: TypedRow): Readonly<Record<string, string | number>> {
  const [, digits] = /^(\d+) ?d(?:ays?)?$/i.exec(row.tenure) ?? []
  const days = digits === undefined ? undefined : parseWhole(digits)
  const given = rowFieldNames.flatMap((name) =>
    row[name] === '' ? [] : [[rowFields[name], row[name]]],
  )
  const fields = Object.fromEntries(given) as Record<string, string>
  if (days === undefined) return fields
  const { tenure_months: _, ...others } = fields
  return { ...others, tenure_days: days }
}
