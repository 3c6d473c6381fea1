import { directions, type Change } from '../../domain/change.ts'
import type {
  Attribution,
  CheckOutcome,
  Correcting,
  Entry,
  Publishing,
} from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import { tierKeyOf, type Tier } from '../../domain/offer.ts'
import { countWhile } from '../../domain/text.ts'
import type { Market } from '../market/market.ts'
import type { EventId, EvidenceId } from './ids.ts'
import { lastFigures } from './receipt/listed-figures.ts'

/** The kinds of the event of a change. */
const changeKinds = [...directions, 'withdrawn'] as const
/** The kinds of event: those of an entry, then those of a change. */
export const eventKinds = [
  'institution',
  'sheet',
  'checked',
  'verified',
  'corrected',
  ...changeKinds,
] as const
type EventKind = (typeof eventKinds)[number]

/** Something public that happened: an entry (line 0), or a change that it made to an offer. */
export type BookEvent = {
  readonly position: number
  readonly line: number
  readonly at: Instant
  readonly institutionId: string
} & (
  | { readonly kind: 'institution'; readonly institution: Institution }
  | { readonly kind: 'sheet'; readonly entry: Publishing }
  | {
      readonly kind: 'checked'
      readonly attribution: Attribution
      /** Absent if a person checked the rates. A held sheet is a check with the outcome `held`. */
      readonly outcome?: CheckOutcome
    }
  | {
      readonly kind: 'verified'
      readonly attribution: Attribution
      /** The tiers that were found unchanged; absent for all standing offers. */
      readonly tiers?: readonly Tier[]
    }
  | { readonly kind: 'corrected'; readonly entry: Correcting }
  | {
      readonly kind: Change['direction']
      readonly change: Change
      /** The institution as it was registered at that entry. */
      readonly institution: Institution
      /** The published figure that the change leads to; absent for a withdrawal. */
      readonly evidence?: EvidenceId
    }
)

/** Which events a follower requests: those after a place that pass the filters. */
export type FollowedEvents = {
  readonly after: EventId
  readonly kind?: EventKind | undefined
  readonly institutionId?: string | undefined
}

/** A request for a page: its first event, then others up to both limits. */
export type EventsRequest = FollowedEvents & {
  /** The most events. */
  readonly limit: number
  /** The page ends after the event with which its events list this many offers, tiers and figures together. */
  readonly offerLimit?: number
}

/** Events in the order of the book. */
type EventsPage = {
  readonly events: readonly BookEvent[]
  /** The place up to which every event was returned or did not pass the filters. The next request begins after it. */
  readonly reached: EventId
  /** Whether the market has entries after that place; their events may not pass the filters. */
  readonly hasMore: boolean
}

/** The most entries, changes and offers that one request reads, so that a rare kind does not block the server. */
const mostRead = 50_000
/** The default of `offerLimit`. It bounds the size of a page. */
const defaultOfferLimit = 5_000

/** The events after a place, from one snapshot of the market. */
export function eventsAfter(market: Market, request: EventsRequest): EventsPage {
  const { after, limit, offerLimit = defaultOfferLimit } = request
  const events: BookEvent[] = []
  let [offers, read] = [0, 0]
  let isFull = false
  let reached = after
  const first = after.line === undefined ? after.position + 1 : after.position
  for (let position = first; position <= market.position && !isFull; position++) {
    if (read >= mostRead) break
    const requested = requestedEvents(market, market.entries[position - 1], request)
    read += requested.read
    for (const event of requested.events) {
      isFull = events.length >= limit || offers >= offerLimit
      if (isFull) break
      events.push(event)
      offers += offersIn(event)
      reached = { position, line: event.line }
    }
    if (!isFull) reached = { position }
  }
  const hasMore = reached.position < market.position || reached.line !== undefined
  return { events, reached, hasMore }
}

/** Whether a place is after the end of the book: this server is behind, or its book is an older copy. */
export function isBeyond({ position }: Market, after: EventId): boolean {
  return after.position > position
}

/** How many offers, tiers or figures an event lists. */
function offersIn(event: BookEvent): number {
  if (event.kind === 'sheet') return event.entry.sheet.offers.length
  if (event.kind === 'corrected') return event.entry.correction.figures.length
  return event.kind === 'verified' ? (event.tiers?.length ?? 0) : 0
}

/** The events of an entry, and how many entries, changes and offers were read to find them. */
type EntryEvents = { readonly events: readonly BookEvent[]; readonly read: number }

/** The events of an entry that pass the filters and come after the place of the request. */
function requestedEvents(
  market: Market,
  entry: Entry | undefined,
  { after: { position, line = Infinity }, kind, institutionId }: FollowedEvents,
): EntryEvents {
  if (entry === undefined || (institutionId ?? entry.institutionId) !== entry.institutionId)
    return { events: [], read: 1 }
  const own = eventOf(entry)
  const changes =
    entry.kind === 'sheet-published' || entry.kind === 'rate-corrected'
      ? changeEvents(market, entry, kind)
      : { events: [], read: 0 }
  const isAfter = (event: BookEvent): boolean => entry.position !== position || event.line > line
  const isRequested = own !== undefined && (kind === undefined || own.kind === kind)
  const events = isRequested ? [own, ...changes.events] : changes.events
  return { events: events.filter(isAfter), read: 1 + changes.read }
}

/** The event of an entry itself; `undefined` for an entry that is not public. */
function eventOf(entry: Entry): BookEvent | undefined {
  const { position, at, institutionId } = entry
  const head = { position, line: 0, at, institutionId }
  switch (entry.kind) {
    case 'institution-registered':
      return { ...head, kind: 'institution', institution: entry.institution }
    case 'sheet-published':
      return { ...head, kind: 'sheet', entry }
    case 'rates-checked':
      return {
        ...head,
        kind: 'checked',
        attribution: entry,
        ...(entry.outcome && { outcome: entry.outcome }),
      }
    case 'withheld':
    case 'sheet-held':
      if (entry.kind === 'withheld' && entry.of !== 'sheet-held') return undefined
      // The figures of a held sheet are not public.
      return { ...head, kind: 'checked', attribution: {}, outcome: 'held' }
    case 'rates-verified':
      return {
        ...head,
        kind: 'verified',
        attribution: entry,
        ...(entry.tiers && { tiers: entry.tiers }),
      }
    case 'rate-corrected':
      return { ...head, kind: 'corrected', entry }
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
      return undefined
    default:
      throw entry satisfies never
  }
}

/** The events of the changes that an entry makes, of one kind or all. */
function changeEvents(
  market: Market,
  entry: Publishing | Correcting,
  requested: EventKind | undefined,
): EntryEvents {
  const { position, at, institutionId, changes } = entry
  if (requested !== undefined && !isChangeKind(requested)) return { events: [], read: 0 }
  const lines = [...changes.entries()].filter(
    ([, { direction }]) => requested === undefined || direction === requested,
  )
  if (lines.length === 0) return { events: [], read: changes.length }
  const institution = registeredAt(market, institutionId, position)
  const { figures, read } = figuresAfter(
    market,
    entry,
    lines.map(([, change]) => change).filter(({ direction }) => direction !== 'withdrawn'),
  )
  const events = lines.map(([index, change]): BookEvent => {
    const { direction: kind } = change
    const evidence = kind === 'withdrawn' ? undefined : figures.get(tierKeyOf(change))
    const head = { position, line: index + 1, at, institutionId }
    return { ...head, kind, change, institution, ...(evidence !== undefined && { evidence }) }
  })
  return { events, read: changes.length + read }
}

function isChangeKind(kind: EventKind): boolean {
  return changeKinds.some((one) => one === kind)
}

/** The published figures of changed tiers. After a correction, an earlier sheet may have the figure. */
function figuresAfter(
  { institutions }: Market,
  entry: Publishing | Correcting,
  tiers: readonly Tier[],
) {
  if (entry.kind === 'sheet-published') return lastFigures([entry], tiers)
  const entries = institutions.get(entry.institutionId)?.entries ?? []
  const count = countWhile(entries, ({ position }) => position <= entry.position)
  return lastFigures(entries.slice(0, count), tiers)
}

/** The record of an institution as it was registered at a position. */
function registeredAt({ institutions }: Market, id: string, position: number): Institution {
  const registrations = institutions.get(id)?.registrations
  const registration = registrations?.findLast((one) => one.position < position)
  if (registration === undefined) throw new Error(`${id} is not registered.`)
  return registration.institution
}
