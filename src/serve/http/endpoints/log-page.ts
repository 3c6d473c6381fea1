import { Type } from 'typebox'
import { parseWhole } from '../../../domain/decimal.ts'
import { pageOf, pageSize } from '../../../domain/stored-entry.ts'
import { quoted } from '../../../domain/text.ts'
import { endpoint } from '../endpoint.ts'
import { logLines, logPage } from './log.ts'

export default endpoint({
  name: 'readLogPage',
  path: '/log/{page}',
  tag: 'Book',
  recordName: 'LogPage',
  summary: 'A page of the log by its number, so that a folder of static files serves it, too',
  description:
    'Page K has the entries 1000·K + 1 to 1000·(K + 1), as `/log` writes them. A page with 1,000 entries never changes, and caches may keep it for ever. 404 if the book has no entry there yet. The specification does not have this endpoint.',
  query: Type.Object({}),
  response: logLines,
  async answer(state) {
    const { id, market } = state
    const page = parseWhole(id)
    if (page === undefined || page * pageSize >= market.position) {
      const pages =
        market.position === 0 ? 'the book is empty' : `the last page is ${pageOf(market.position)}`
      return { kind: 'not-found', detail: `The log has no page ${quoted(id)}; ${pages}.` }
    }
    return logPage(state, { after: page * pageSize, limit: pageSize, next: String(page + 1) })
  },
})
