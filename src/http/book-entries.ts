import { bodyOf } from '../domain/entry-body.ts'
import type { Entry } from '../domain/entry.ts'
import type { Market } from '../market/market.ts'
import { withoutCells } from '../market/share-sheets.ts'
import type { BookEntry, Endpoint, ServerState } from './endpoint.ts'
import type { Source } from './source.ts'

/** The state with the whole entries that an endpoint needs. An entry that cannot be read is left out. */
export function withBookEntries(
  endpoint: Endpoint,
  id: string,
  state: ServerState,
  readEntry: Source['readEntry'],
): ServerState | Promise<ServerState> {
  const positions = endpoint.bookPositions?.(state.market, id) ?? []
  if (positions.length === 0) return state
  return Promise.all(positions.map(readEntry)).then((found) => {
    const read = found.filter((one) => one !== undefined)
    const entries = read.filter((one) => isEntryOf(state.market, one))
    return { ...state, bookEntries: new Map(entries.map((one) => [one.entry.position, one])) }
  })
}

/** Whether an entry is that of the market. The database may hold another book since the market was read. */
function isEntryOf({ entries }: Market, { entry }: BookEntry): boolean {
  const known = entries[entry.position - 1]
  return known !== undefined && textOf(known) === textOf(entry)
}

function textOf(entry: Entry): string {
  const { at, kind, institutionId } = entry
  return [at, kind, institutionId, bodyOf(withoutCells(entry))].join('\n')
}
