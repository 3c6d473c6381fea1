import type { FastifyRequest } from 'fastify'
import type { Market } from '../market/market.ts'
import { beforeAllEvents, parseEventId } from '../query/ids.ts'
import { beyondErrors } from '../http/beyond-errors.ts'
import events from '../http/endpoints/events.ts'
import type { EventStreams } from './event-streams.ts'
import { wrongParameters } from '../http/problems.ts'
import { uncached, type Responded } from '../http/respond.ts'
import { readQuery, type RawQuery } from '../http/schema/read-query.ts'
import type { ReachPosition } from './min-position.ts'

/** What `/events` needs besides the other endpoints. */
export type EventAnswers = {
  /** Waits for the event that `after` names: it may come from a server that is a moment ahead. */
  readonly awaitAfter: (request: FastifyRequest) => Promise<void>
  /** Answers a request with a stream. */
  readonly answerStream: (request: FastifyRequest) => Promise<Responded>
}

/** Creates the functions that answer requests for `/events`. */
export function createEventAnswers(
  market: () => Market,
  streams: EventStreams,
  reachPosition: ReachPosition,
): EventAnswers {
  return {
    async awaitAfter({ query }) {
      const { after } = query as RawQuery
      const id = typeof after === 'string' ? parseEventId(after) : undefined
      if (id !== undefined) await reachPosition(id.position)
    },
    async answerStream({ headers, query }) {
      const rawQuery = query as RawQuery
      const lastEventId = headers['last-event-id']
      const read = readQuery(
        events.query,
        lastEventId === undefined ? rawQuery : { ...rawQuery, after: lastEventId },
      )
      if ('errors' in read) return uncached(wrongParameters(read.errors))
      const { kind, institution_id: institutionId } = read.query
      const after = parseEventId(read.query.after) ?? beforeAllEvents
      await reachPosition(after.position)
      const errors = beyondErrors(market(), after)
      if (errors !== undefined) return uncached(wrongParameters(errors))
      return uncached(streams.respond({ after, kind, institutionId }))
    },
  }
}
