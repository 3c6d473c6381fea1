import { countWhile } from '../../domain/count-while.ts'
import { after, type Instant } from '../../domain/instant.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { isMove } from '../../market/rate-history.ts'
import { alertLimits } from './alert-limits.ts'

/** A raise or cut by an institution. */
type Move = { readonly id: string; readonly at: Instant }

/** The institutions of one type that have standing offers. */
export type Peers = {
  /** Their raises and cuts, oldest first. */
  readonly moves: readonly Move[]
  /** When each of them first published, by id. */
  readonly published: ReadonlyMap<string, Instant>
}

const { peerWindow, fewestPeers } = alertLimits

/** The raises and cuts of some institutions. */
export function peersOf(books: readonly InstitutionBook[]): Peers {
  const moves = books.flatMap((book) =>
    movesOf(book).map((at): Move => ({ id: book.institution.id, at })),
  )
  const published = books.map(({ institution, entries }): [string, Instant] => [
    institution.id,
    entries.find(({ kind }) => kind === 'sheet-published')?.at ?? (Infinity as Instant),
  ])
  return { moves: moves.toSorted((a, b) => a.at - b.at), published: new Map(published) }
}

/** The instants of the raises and cuts of an institution. */
function movesOf({ believed }: InstitutionBook): readonly Instant[] {
  const moves = believed.records.filter(isMove)
  return [...new Set(moves.map(({ entry }) => entry.at))]
}

/**
 * Whether at least half of the peers of an institution that did not move have moved within the 14 days before an instant. An
 * institution that first published within them does not count.
 */
export function haveHalfMoved({ moves, published }: Peers, at: Instant): boolean {
  const from = after(at, -peerWindow)
  const isEstablished = (id: string): boolean => (published.get(id) ?? Infinity) <= from
  const others = [...published.keys()].filter(isEstablished).length - 1
  if (others < fewestPeers) return false
  const within = moves.slice(countUntil(moves, from), countUntil(moves, at))
  const moved = new Set(within.map(({ id }) => id).filter(isEstablished))
  return moved.size * 2 >= others
}

/** The instants at which that is so, rising: of those of moves, and those at which an institution begins to count. */
export function wavesOf(peers: Peers): readonly Instant[] {
  const begins = [...peers.published.values()].map((first) => after(first, peerWindow))
  const instants = new Set([...peers.moves.map(({ at }) => at), ...begins])
  return [...instants].filter((at) => haveHalfMoved(peers, at)).toSorted((a, b) => a - b)
}

/** How many moves were made up to an instant. */
function countUntil(moves: readonly Move[], until: Instant): number {
  return countWhile(moves, ({ at }) => at <= until)
}
