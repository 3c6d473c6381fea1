import type { FastifyRequest } from 'fastify'
import type { Market } from '../market/market.ts'
import { beforeAllEvents, parseEventId } from '../query/event-id.ts'
import { ask } from './ask.ts'
import { beyondErrors } from './beyond-errors.ts'
import events from './endpoints/events.ts'
import type { Format } from './formats/format.ts'
import { wrongParameters } from './problems.ts'
import { uncached, type Responded, type Respond } from './respond.ts'
import { readQuery, type RawQuery } from './schema/read-query.ts'
import type { EventStreams } from './event-streams.ts'
import type { ReachPosition } from './server/min-position.ts'

/** What `/events` needs besides the request. */
export type EventsAnswerOptions = {
  readonly market: () => Market
  readonly respond: Respond
  readonly streams: EventStreams
  readonly reachPosition: ReachPosition
}

/** Answers a request for `/events` in a format, which the Accept header or the path has chosen. */
export type EventsAnswer = (
  request: FastifyRequest,
  format: Format,
  isNegotiated: boolean,
) => Promise<Responded>

/** Creates the function that answers `/events` with a page or a stream. */
export function createEventsAnswer(options: EventsAnswerOptions): EventsAnswer {
  const { market, respond, streams, reachPosition } = options
  return async ({ headers, query }, format, isNegotiated) => {
    const rawQuery = query as RawQuery
    const isStream = format === 'sse'
    const lastEventId = isStream ? headers['last-event-id'] : undefined
    const read = readQuery(
      events.query,
      lastEventId === undefined ? rawQuery : { ...rawQuery, after: lastEventId },
    )
    if ('errors' in read) return uncached(wrongParameters(read.errors))
    const { kind, institution_id: institutionId } = read.query
    const after = parseEventId(read.query.after) ?? beforeAllEvents
    // The event may come from a server that is a moment ahead.
    await reachPosition(after.position)
    if (isStream) {
      const errors = beyondErrors(market(), after)
      if (errors !== undefined) return uncached(wrongParameters(errors))
      return uncached(streams.respond({ after, kind, institutionId }))
    }
    const request = ask({ endpoint: events, id: '', format, isNegotiated }, rawQuery)
    return 'status' in request ? uncached(request) : respond(request, headers)
  }
}
