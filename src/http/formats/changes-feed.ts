import { valueText, type WireRow, type FeedFormat } from '../endpoint.ts'
import { queryText } from '../links.ts'
import { tierWords } from './tier-words.ts'

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
    const title = `${of('institution_name')} ${verb} ${months} (${others}) from ${of('prev_rate_pa')} % to ${of('new_rate_pa')} %`
    return {
      title,
      content: `${title}. Nominal rates per annum. ${readingWords(row)}`,
      at: of('changed_at'),
      category: of('direction'),
    }
  },
}

/** When the rate moved is known only as far as the page says it. */
function readingWords({ read_at: readAt, printed_date: date }: WireRow): string {
  const read = `The new rate was read at ${valueText(readAt)}`
  return date === null ? `${read}.` : `${read}; the page is dated ${valueText(date)}.`
}
