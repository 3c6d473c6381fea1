import type { InstitutionBook } from '../../book/market/market.ts'
import { isMove } from '../../book/market/rate-history.ts'
import { runOf } from '../../book/market/runs.ts'
import type { Entry } from '../../domain/entry.ts'
import { after, type Instant } from '../../domain/instant.ts'
import { countWhile } from '../../domain/text.ts'
import {
  alertLimits,
  momentText,
  type Alert,
  type CollectedInstitution,
  type ExplainedSince,
} from './alert.ts'

const { peerWindow, followTime, fewestPeers } = alertLimits

/**
 * The silent freeze: within 14 days at least half of the other institutions of its type raised or cut a rate, while the collector
 * found the page of this one unchanged. It lasts until the page changes or a person has looked at it.
 */
export function frozen(
  collected: readonly CollectedInstitution[],
  active: readonly InstitutionBook[],
  now: Instant,
  explained: ExplainedSince,
): readonly Alert[] {
  const standing = active.filter((book) => book.standing.size > 0)
  const byType = Map.groupBy(standing, ({ institution }) => institution.type)
  const peersByType = new Map(
    Array.from(byType, ([type, books]) => {
      const peers = peersOf(books)
      return [type, { ...peers, waves: wavesOf(peers) }]
    }),
  )
  return collected.flatMap((one) => {
    const { id, type } = one.book.institution
    const peers = one.book.standing.size > 0 ? peersByType.get(type) : undefined
    const since = peers && frozenSince(one, peers, now)
    const isExplained = since !== undefined && since >= (explained.get(id) ?? Infinity)
    return since === undefined || isExplained ? [] : [alertOf(one, since)]
  })
}

/** The first instant at which half of the peers had moved in 14 days without anything new on the page of an institution. */
function frozenSince(
  { book, runs }: CollectedInstitution,
  peers: Peers & { readonly waves: readonly Instant[] },
  now: Instant,
): Instant | undefined {
  const lastNews = book.entries.findLast(isNews)
  const lastVerified = runs.findLast(({ outcome }) => outcome === 'verified')
  if (lastNews === undefined || (lastVerified?.position ?? 0) < lastNews.position) return undefined
  const earliest = after(lastNews.at, peerWindow)
  const latest = after(now, -followTime)
  const wave =
    earliest <= latest && haveHalfMoved(peers, earliest)
      ? earliest
      : peers.waves.find((at) => at > earliest && at <= latest)
  return wave && after(wave, followTime)
}

/** Whether an entry shows that the page changed, or that a person looked at it. */
function isNews(entry: Entry): boolean {
  const kind = entry.kind === 'withheld' ? entry.of : entry.kind
  if (kind === 'institution-registered' || kind === 'source-accepted') return false
  const outcome = runOf(entry)?.outcome
  return outcome !== 'verified' && outcome !== 'failed'
}

function alertOf({ book: { institution } }: CollectedInstitution, since: Instant): Alert {
  const { id, name, website } = institution
  return {
    kind: 'frozen',
    institutionId: id,
    since,
    sentence: `The page of ${name} did not change, although at least half of the other institutions of its type changed rates within the 14 days until ${momentText(since)}.`,
    whatToDo: `Compare the published rates with ${website} or a branch. If they are right: ratebook verify ${id}; if another page has the rates, change the source.`,
  }
}

/** A raise or cut by an institution. */
type Move = { readonly id: string; readonly at: Instant }

/** The institutions of one type that have standing offers. */
type Peers = {
  /** Their raises and cuts, oldest first. */
  readonly moves: readonly Move[]
  /** When each of them first published, by id. */
  readonly published: ReadonlyMap<string, Instant>
}

/** The raises and cuts of some institutions. */
function peersOf(books: readonly InstitutionBook[]): Peers {
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
function haveHalfMoved({ moves, published }: Peers, at: Instant): boolean {
  const from = after(at, -peerWindow)
  const isEstablished = (id: string): boolean => (published.get(id) ?? Infinity) <= from
  const others = [...published.keys()].filter(isEstablished).length - 1
  if (others < fewestPeers) return false
  const within = moves.slice(countUntil(moves, from), countUntil(moves, at))
  const moved = new Set(within.map(({ id }) => id).filter(isEstablished))
  return moved.size * 2 >= others
}

/** The instants at which that is so, rising: of those of moves, and those at which an institution begins to count. */
function wavesOf(peers: Peers): readonly Instant[] {
  const begins = [...peers.published.values()].map((first) => after(first, peerWindow))
  const instants = new Set([...peers.moves.map(({ at }) => at), ...begins])
  return [...instants].filter((at) => haveHalfMoved(peers, at)).toSorted((a, b) => a - b)
}

/** How many moves were made up to an instant. */
function countUntil(moves: readonly Move[], until: Instant): number {
  return countWhile(moves, ({ at }) => at <= until)
}
