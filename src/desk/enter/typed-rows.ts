import type { InputProblem, Refuse } from '../../book/publish/input/problem.ts'
import { inDays, type LocationOf } from '../../book/publish/input/read-offers.ts'
import { unclearThousands } from '../../domain/currency.ts'
import { parseWhole } from '../../domain/decimal.ts'
import { compareTiers, payouts, tierKeyOf, variants, type Offer } from '../../domain/offer.ts'
import { counted } from '../../domain/text.ts'

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
type RowField = keyof typeof rowFields

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
    tenure: tenuresText(offer),
    payout: offer.payout,
    deposit: offer.minimumDeposit ?? '',
  }))
}

/** The tenure of an offer, or the bounds of its range, as a person types them: `12`, `100d`, `12m-729d`. */
function tenuresText({ tenure, tenureDays, tenureTo, tenureToDays }: Offer): string {
  const from = tenureDays === undefined ? tenure : `${tenureDays}d`
  if (tenureTo === undefined) return from
  return rangeText(from, tenureToDays === undefined ? tenureTo : `${tenureToDays}d`)
}

/** A range as a person types it. If one bound is in days, the other one names its unit, too. */
export function rangeText(...bounds: readonly [from: string, to: string]): string {
  const isInDays = bounds.some((bound) => bound.endsWith('d'))
  return bounds.map((bound) => (isInDays && !bound.endsWith('d') ? `${bound}m` : bound)).join('-')
}

/** A range with one bound in days and another without a unit. */
const unclearRange = /^(?:[\d.]+ ?d\w* ?[-–] ?[\d.]+|[\d.]+ ?[-–] ?[\d.]+ ?d\w*)$/i

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
  const given = rowFieldNames.flatMap((name) =>
    name === 'tenure' || row[name] === '' ? [] : [[rowFields[name], row[name]]],
  )
  // The reader refuses an unclear range as months.
  const [, from = row.tenure, to = ''] =
    (unclearRange.test(row.tenure) ? null : /^([^-–]+)[-–]([^-–]+)$/.exec(row.tenure)) ?? []
  return {
    ...(Object.fromEntries(given) as Record<string, string>),
    ...boundOf(from.trim(), 'tenure_months', 'tenure_days'),
    ...boundOf(to.trim(), 'tenure_to_months', 'tenure_to_days'),
  }
}

/** Refuses minimum deposits such as `5.000` that may be thousands. A rate sheet in JSON may have them: a program wrote it. */
export function refuseThousands(
  rows: readonly TypedRow[],
  currency: string,
  locationOf: LocationOf,
  refuse: Refuse,
): void {
  for (const [index, { deposit }] of rows.entries()) {
    const problem = unclearThousands(deposit, currency)
    if (problem !== undefined) refuse('bad-decimal', `${locationOf(index)}.min_deposit`, problem)
  }
}

/** A typed tenure under the key of its unit; nothing if it is empty. */
function boundOf(text: string, months: string, days: string): Record<string, string | number> {
  const [, digits] = inDays.exec(text) ?? []
  const count = digits === undefined ? undefined : parseWhole(digits)
  if (count !== undefined) return { [days]: count }
  return text === '' ? {} : { [months]: text.replace(/(?<=\d) ?m(?:onths?)?$/i, '') }
}

/** The words of the form for the fields of a rate sheet that can be missing. */
const names: Readonly<Record<string, string>> = {
  scraped_at: 'The time',
  source_url: 'The address of the page',
  currency: 'The currency',
  product_variant: 'The variant',
  payout_type: 'The payout',
  rate_pa: 'The rate',
}

/** A problem of a rate sheet for a person at a form, who sees fields where a file has keys. `tenure` is that of its row, as typed. */
export function sentenceOf({ code, location, message }: InputProblem, tenure = ''): string {
  const [key = ''] = /\w+$/.exec(location) ?? []
  if (code === 'missing-key') return `${names[key] ?? 'The value'} is missing.`
  if (code === 'no-tenure') return 'The tenure is missing.'
  if (code === 'not-a-range')
    return `The range ${tenure} does not end after it starts; write the shorter bound first, or one tenure alone.`
  if (code === 'bad-decimal' && ['tenure_months', 'tenure_to_months'].includes(key))
    return unclearRange.test(tenure)
      ? `Write the units of both bounds of ${tenure}, such as 100d-365d or 12m-400d.`
      : 'Write the tenure in months, such as 12, or in days, such as 100d; a range has a hyphen, such as 12-24.'
  return message
}

/** Problems in lines of CSV; only the first ones if there are many. `tenures` has those of the lines, by their names. */
export function lineSentences(
  problems: readonly InputProblem[],
  tenures: ReadonlyMap<string, string>,
): readonly string[] {
  const limit = 20
  const sentences = problems.slice(0, limit).map((problem) => {
    const [name, line] = /^line (\d+)/.exec(problem.location) ?? []
    if (name === undefined) return sentenceOf(problem)
    return `Line ${line}: ${sentenceOf(problem, tenures.get(name))}`
  })
  const more = problems.length - limit
  return more > 0
    ? [...sentences, `${counted(more, 'more problem')} ${more === 1 ? 'is' : 'are'} not shown.`]
    : sentences
}
