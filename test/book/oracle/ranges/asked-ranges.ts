import type { Api, Row } from '../../../support/ask.ts'
import { byText } from '../slow.ts'
import type { RangeFilter } from './range-answers.ts'

// The answers of the API in the lines that the oracle of ranges has.

function targetOf(path: string, { tenure, payout, ...others }: RangeFilter): string {
  const query = Object.entries({ ...others, tenure_months: tenure, payout_type: payout })
  const given = query.filter(([, value]) => value !== undefined)
  return `${path}?${given.map((part) => part.join('=')).join('&')}`
}

const lineOf = (row: Row, fields: readonly string[]): string =>
  fields.map((field) => String(row[field])).join(' ')

const groupFields = [
  'institution_type',
  'product_variant',
  'tenure_months',
  'payout_type',
  'institution_count',
  'min_rate_pa',
  'median_rate_pa',
  'max_rate_pa',
  'avg_rate_pa',
]

/** `/compare` in the lines of `rangeCompare`. */
export function askedCompare({ lines }: Api, filter: RangeFilter): Promise<readonly string[]> {
  const fields = ['institution_id', 'institution_type', 'tenure_months', 'rate_pa']
  return lines(targetOf('/compare', filter), ...fields)
}

/** `/summary` in the lines of `rangeSummary`. */
export function askedSummary({ lines }: Api, filter: RangeFilter): Promise<readonly string[]> {
  return lines(targetOf('/summary', filter), ...groupFields)
}

/** The last day of `/summary/history` in the same lines. */
export async function askedLastDay({ rows }: Api, filter: RangeFilter): Promise<readonly string[]> {
  const days = await rows(targetOf('/summary/history', filter))
  const last = days.at(-1)?.['snapshot_date']
  return days.filter((row) => row['snapshot_date'] === last).map((row) => lineOf(row, groupFields))
}

/** `/rates/current` in the lines of `rangeCurrent`, which are sorted as text. */
export async function askedCurrent({ rows }: Api, filter: RangeFilter): Promise<readonly string[]> {
  const fields = [
    'institution_id',
    'product_variant',
    'tenure_months',
    'tenure_to_months',
    'payout_type',
    'rate_pa',
    'min_deposit',
  ]
  const offers = await rows(`${targetOf('/rates/current', filter)}&details=true`)
  return offers.map((row) => lineOf(row, fields)).toSorted(byText)
}
