import type { Change } from '../domain/change.ts'
import type { Attribution, CheckOutcome, Correcting, Entry, Publishing } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { tierKeyOf, type Tier } from '../domain/offer.ts'
import type { Market } from '../market/market.ts'
import type { EventId, EvidenceId } from './ids.ts'
import { lastFigures } from './receipt/listed-figures.ts'

/** The kinds of event: those of an entry, then those of a change. */
export const eventKinds = [
  'institution',
  'sheet',
  'checked',
  'verified',
  'corrected',
  'initial',
  'up',
  'down',
  'flat',
  'withdrawn',
] as const
export type EventKind = (typeof eventKinds)[number]

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
  /** The page ends after the event with which its sheets list this many offers together. */
  readonly offerLimit?: number
}

/** Events in the order of the book. */
export type EventsPage = {
  readonly events: readonly BookEvent[]
  /** The place up to which every event was returned or did not pass the filters. The next request begins after it. */
  readonly reached: EventId
  /** Whether the market has entries after that place; their events may not pass the filters. */
  readonly hasMore: boolean
}

/** The most entries that one request reads, so that a rare kind does not block the server. */
const mostEntries = 100_000
/** The default of `offerLimit`. It bounds the size of a page, because only sheets are long events. */
const defaultOfferLimit = 5_000

/** The events after a place, from one snapshot of the market. */
export function eventsAfter(market: Market, request: EventsRequest): EventsPage {
  const { after, limit, offerLimit = defaultOfferLimit } = request
  const events: BookEvent[] = []
  let offers = 0
  let isFull = false
  let reached = after
  const first = after.line === undefined ? after.position + 1 : after.position
  const last = Math.min(market.position, first + mostEntries - 1)
  for (let position = first; position <= last && !isFull; position++) {
    for (const event of requestedEvents(market, market.entries[position - 1], request)) {
      isFull = events.length >= limit || offers >= offerLimit
      if (isFull) break
      events.push(event)
      if (event.kind === 'sheet') offers += event.entry.sheet.offers.length
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

/** The events of an entry that pass the filters and come after the place of the request. */
function requestedEvents(
  market: Market,
  entry: Entry | undefined,
  { after: { position, line = Infinity }, kind, institutionId }: FollowedEvents,
): readonly BookEvent[] {
  if (entry === undefined) return []
  if (institutionId !== undefined && entry.institutionId !== institutionId) return []
  const events = eventsOf(market, entry, kind)
  return entry.position === position ? events.filter((event) => event.line > line) : events
}

/** The events of an entry, of one kind or all: none for an entry that is not public. */
function eventsOf(
  market: Market,
  entry: Entry,
  requested: EventKind | undefined,
): readonly BookEvent[] {
  const events: BookEvent[] = []
  const add = (event: BookEvent): void => {
    if (requested === undefined || event.kind === requested) events.push(event)
  }
  const { position, at, institutionId } = entry
  const head = { position, line: 0, at, institutionId }
  switch (entry.kind) {
    case 'institution-registered':
      add({ ...head, kind: 'institution', institution: entry.institution })
      break
    case 'sheet-published':
      add({ ...head, kind: 'sheet', entry })
      events.push(...changeEvents(market, entry, requested))
      break
    case 'rates-checked':
      add({
        ...head,
        kind: 'checked',
        attribution: entry,
        ...(entry.outcome && { outcome: entry.outcome }),
      })
      break
    case 'sheet-held':
      // The figures of a held sheet are not public.
      add({ ...head, kind: 'checked', attribution: {}, outcome: 'held' })
      break
    case 'rates-verified':
      add({
        ...head,
        kind: 'verified',
        attribution: entry,
        ...(entry.tiers && { tiers: entry.tiers }),
      })
      break
    case 'rate-corrected':
      add({ ...head, kind: 'corrected', entry })
      events.push(...changeEvents(market, entry, requested))
      break
    case 'sheet-decided':
    case 'source-accepted':
    case 'reviewer-registered':
    case 'reviewer-removed':
      break
    default:
      throw entry satisfies never
  }
  return events
}

function changeEvents(
  market: Market,
  entry: Publishing | Correcting,
  requested: EventKind | undefined,
): readonly BookEvent[] {
  const { position, at, institutionId, changes } = entry
  const events: BookEvent[] = []
  const figures = figuresAfter(market, entry)
  for (const [index, change] of changes.entries()) {
    const { direction: kind } = change
    if (requested !== undefined && kind !== requested) continue
    const institution = registeredAt(market, institutionId, position)
    const figure = kind === 'withdrawn' ? undefined : figures.get(tierKeyOf(change))
    const evidence = figure === undefined ? {} : { evidence: figure }
    const head = { position, line: index + 1, at, institutionId }
    events.push({ ...head, kind, change, institution, ...evidence })
  }
  return events
}

/** The published figures of the tiers that an entry changed. After a correction, an earlier sheet may have the figure. */
function figuresAfter({ institutions }: Market, entry: Publishing | Correcting) {
  if (entry.kind === 'sheet-published') return lastFigures([entry], entry.changes)
  const entries = institutions.get(entry.institutionId)?.entries ?? []
  return lastFigures(
    entries.filter(({ position }) => position <= entry.position),
    entry.changes,
  )
}

/** The record of an institution as it was registered at a position. */
function registeredAt({ institutions }: Market, id: string, position: number): Institution {
  const registrations = institutions.get(id)?.registrations
  const registration = registrations?.findLast((one) => one.position < position)
  if (registration === undefined) throw new Error(`${id} is not registered.`)
  return registration.institution
}
