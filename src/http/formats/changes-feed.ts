import { valueText } from '../endpoint.ts'
import { queryText } from '../links.ts'
import type { FeedFormat } from './feed-format.ts'
import { tierWords } from './tier-words.ts'

/** Raises and cuts as a feed. */
export const changesFeed: FeedFormat = {
  title: 'Changes of fixed-deposit rates',
  pageOf: ({ institution_id: institution, type, direction, since }) =>
    `changes${queryText({ type, direction, since, institution })}`,
  entryOf(row) {
    const of = (name: string): string => valueText(row[name])
    const { months, others } = tierWords(row)
    const verb = row['direction'] === 'up' ? 'raised' : 'cut'
    const title = `${of('institution_name')} ${verb} ${months} (${others}) from ${of('prev_rate_pa')} % to ${of('new_rate_pa')} %`
    return {
      title,
      content: `${title}. Nominal rates per annum.`,
      at: of('changed_at'),
      category: of('direction'),
    }
  },
}
