import type { Entry } from '../../domain/entry.ts'
import { after, type Instant } from '../../domain/instant.ts'
import { runOf } from '../../market/collection.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { momentText, type Alert, type CollectedInstitution, type ExplainedSince } from './alert.ts'
import { alertLimits } from './alert-limits.ts'
import { haveHalfMoved, peersOf, wavesOf, type Peers } from './peers.ts'

const { peerWindow, followTime } = alertLimits

type PeersWithWaves = Peers & { readonly waves: readonly Instant[] }

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
  peers: PeersWithWaves,
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
  const { kind } = entry
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
