import { valueText } from '../endpoint.ts'
import { queryText } from '../links.ts'
import type { FeedFormat } from './feed-format.ts'
import { tierWords } from './tier-words.ts'

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
    const why = row['retraction'] === true ? `rate sheet retracted: ${cause}` : cause
    const isSame = row['was_rate_pa'] === row['now_rate_pa']
    const what = isSame ? 'is also in another rate sheet' : `should be ${rate('now_rate_pa')}`
    const title = `${isSame ? 'Retracted' : 'Corrected'}: ${of('institution_name')}, ${months} (${others}): ${rate('was_rate_pa')} ${what} (${why})`
    const note = row['note'] === null ? '' : ` Note: ${of('note')}`
    return {
      title,
      content: `${title}. Published at ${of('published_at')}.${note}`,
      at: of('corrected_at'),
      category: of('cause'),
    }
  },
}
