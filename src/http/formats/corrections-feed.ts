import { valueText, type FeedFormat } from '../endpoint.ts'
import { queryText } from '../links.ts'
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
