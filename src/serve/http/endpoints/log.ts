import { Type } from 'typebox'
import { pageSize } from '../../../domain/stored-entry.ts'
import {
  afterTheEnd,
  endpoint,
  unreadableBook,
  type EndpointResult,
  type ServerState,
} from '../endpoint.ts'
import * as parameters from '../schema/parameters.ts'

/** The first two lines of the sample market. */
const example = `{"position":1,"at":"2016-09-05T00:00:00.000Z","kind":"institution-registered","institution_id":"abans-finance","body_digest":"1c6366edb49cc70879170e98cc52e163acf64dd5e9120ef9968cc1c0fb25c89c","digest":"95adff13c11b0b37d7029ca59ee427a3225c7a5ccfa07fd3efec2082599cf279","body":{"active":true,"creditRating":null,"licenseType":"licensed_finance_company","name":"Abans Finance PLC","ratingAgency":null,"ratingUpdated":null,"staleAfterDays":7,"type":"nbfi","website":"https://abansfinance.lk/"}}
{"position":2,"at":"2016-09-05T00:00:00.000Z","kind":"institution-registered","institution_id":"alliance-finance","body_digest":"f16a78396e0239878a1ba66a43105c27f41a0149fc69a70406d3a4c488d0eb2e","digest":"556de37c12296a32ffdeaf7be79155a5ec6999a26efdf4b21ca52a0b8927f0b7","body":{"active":true,"creditRating":null,"licenseType":"licensed_finance_company","name":"Alliance Finance Company PLC","ratingAgency":null,"ratingUpdated":null,"staleAfterDays":7,"type":"nbfi","website":"https://www.alliancefinance.lk/"}}
`

/** The response of both endpoints of the log. */
export const logLines = Type.String({
  description: 'Lines of JSON, one for each entry, each ended by a line feed.',
  examples: [example],
})

export default endpoint({
  name: 'readLog',
  path: '/log',
  tag: 'Book',
  recordName: 'Log',
  summary: 'The whole book, with the digests that prove it',
  description:
    'Every entry of the book as a line: `position`, `at`, `kind`, `institution_id`, `body_digest`, `digest`, and `body`, the stored text byte for byte. Held sheets, decisions, accepted sources and reviewers are private: their lines have no `body`, and their digests still close the chain. A page with `limit` entries never changes, and caches may keep it for ever; its `Link` with `rel="next"` is the next page. The header `Ratebook-Reached` is the `after` of the next request. Order: the order of the book, oldest first. The specification does not have this endpoint.',
  query: Type.Object({
    after: parameters.withDefault(
      Type.Integer({ description: 'Only entries after this position.', minimum: 0 }),
      0,
    ),
    limit: parameters.limit(pageSize, pageSize),
  }),
  response: logLines,
  async answer(state) {
    const { after, limit } = state.query
    const { position } = state.market
    if (after > position) return { kind: 'invalid', errors: afterTheEnd(after, position) }
    return logPage(state, { after, limit, next: `?after=${after + limit}&limit=${limit}` })
  },
})

/** The entries of a page: `limit` entries after a position, or those that the book has. */
export async function logPage(
  { market, book }: Pick<ServerState, 'market' | 'book'>,
  { after, limit, next }: { readonly after: number; readonly limit: number; readonly next: string },
): Promise<EndpointResult> {
  const reached = Math.min(after + limit, market.position)
  const read = await book?.readLog(after, reached)
  if (read === undefined) return unreadableBook
  return { kind: 'log', ...read, reached, isFull: reached === after + limit, next }
}
