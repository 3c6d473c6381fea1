import { parse } from 'csv-parse/sync'
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

const names = Object.keys(rowFields) as readonly RowField[]
const emptyRow: TypedRow = {
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
    const fields = names.map((name) => [name, form.get(`${name}-${index}`)?.trim() ?? ''])
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
  const given = names.flatMap((name) => (row[name] === '' ? [] : [[rowFields[name], row[name]]]))
  const fields = Object.fromEntries(given) as Record<string, string>
  if (days === undefined) return fields
  const { tenure_months: _, ...others } = fields
  return { ...others, tenure_days: days }
}

/** Rows of pasted CSV. The first line may name the columns, as a rate sheet does; else they have the order of the form. */
export function rowsOfCsv(
  text: string,
): { readonly rows: readonly TypedRow[] } | { readonly problem: string } {
  let records: readonly (readonly string[])[]
  try {
    records = parse(text.trim(), {
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    return { problem: 'The CSV has a double quote that is misplaced.' }
  }
  const [first = []] = records
  const isHead = first.includes('rate_pa') || first.includes('rate')
  const columns = isHead ? first : names
  const rows = (isHead ? records.slice(1) : records).map((record) => rowOf(columns, record))
  return rows.length === 0 ? { problem: 'The CSV has no lines.' } : { rows }
}

function rowOf(columns: readonly string[], record: readonly string[]): TypedRow {
  const cells = new Map(columns.map((column, index) => [column, record[index] ?? '']))
  const days = cells.get('tenure_days') ?? ''
  const fields = names.map((name) => [name, cells.get(rowFields[name]) ?? cells.get(name) ?? ''])
  const row = { ...emptyRow, ...(Object.fromEntries(fields) as Record<RowField, string>) }
  return days === '' ? row : { ...row, tenure: `${days}d` }
}
