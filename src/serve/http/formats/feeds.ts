import { canonicalDecimal, type Decimal } from '../../../domain/decimal.ts'
import { tenureWords } from '../../../domain/tenure.ts'
import { hostOf } from '../../../domain/institution.ts'
import { valueText, type FeedFormat, type WireRow } from '../endpoint.ts'
import { queryText } from '../links.ts'
import { rowWarning } from '../row-warning.ts'

/** Raises and cuts as a feed. */
export const changesFeed: FeedFormat = {
  title: 'Changes of fixed-deposit rates',
  pageOf(query) {
    const { institution_id: institution, type, direction, since, until, variant } = query
    const { tenure_months: tenure, payout_type: payout } = query
    const filters = { type, direction, since, until, variant, tenure, payout, institution }
    return `changes${queryText(filters)}`
  },
  entryOf(row) {
    const of = (name: string): string => valueText(row[name])
    const { months, others } = tierWords(row)
    const verb = row['direction'] === 'up' ? 'raised' : 'cut'
    const warning = rowWarning(row)
    const before = `${of('prev_rate_pa')} %${warning === '' ? '' : ` (${warning})`}`
    const title = `${of('institution_name')} ${verb} ${months} (${others}) from ${before} to ${of('new_rate_pa')} %`
    return {
      title,
      content: `${title}. Nominal rates per annum. ${readingWords(row)}`,
      at: of('changed_at'),
      category: of('direction'),
    }
  },
}

/** When the rate moved is known only as far as the page says it. */
function readingWords({ read_at: readAt, source_url: page, printed_date: date }: WireRow): string {
  const read = `The new rate was read on ${hostOf(valueText(page))} at ${valueText(readAt)}`
  return date === null ? `${read}.` : `${read}; the page is dated ${valueText(date)}.`
}

/** Corrections as a feed. */
export const correctionsFeed: FeedFormat = {
  title: 'Corrections of fixed-deposit rates',
  pageOf: ({ type, institution_id: institution }) =>
    `correction${queryText({ type, institution })}`,
  entryOf(row) {
    const of = (name: string): string => valueText(row[name])
    const { months, others } = tierWords(row)
    const rate = (name: string): string => (row[name] === null ? 'no offer' : `${of(name)} %`)
    const cause = of('cause').replaceAll('-', ' ')
    const [done, now] =
      row['retraction'] === true ? ['Retracted', '; before it'] : ['Corrected', ' should be']
    const title = `${done}: ${of('institution_name')}, ${months} (${others}): ${rate('was_rate_pa')}${now} ${rate('now_rate_pa')} (${cause})`
    const note = row['note'] === null ? '' : ` Note: ${of('note')}`
    return {
      title,
      content: `${title}. Published at ${of('published_at')}.${note}`,
      at: of('corrected_at'),
      category: of('cause'),
    }
  },
}

/** `12 months`, or `12 to under 24 months` for a range. */
function monthsWords({ tenure_months: months, tenure_to_months: upperBound }: WireRow): string {
  const tenure = valueText(months) as Decimal
  if (typeof upperBound !== 'string') return `${canonicalDecimal(tenure)} months`
  return tenureWords({ tenure, tenureTo: upperBound as Decimal })
}

/** The tier of a row in words: `12 months`, and `general, interest at maturity, from 5000`. */
function tierWords(row: WireRow): { readonly months: string; readonly others: string } {
  const of = (name: string): string => valueText(row[name])
  const deposit = of('min_deposit')
  const minimum = /[1-9]/.test(deposit) ? `, from ${canonicalDecimal(deposit as Decimal)}` : ''
  const payout = of('payout_type') === 'maturity' ? 'at maturity' : of('payout_type')
  const variant = of('product_variant').replaceAll('_', ' ')
  return {
    months: monthsWords(row),
    others: `${variant}, interest ${payout}${minimum}`,
  }
}
