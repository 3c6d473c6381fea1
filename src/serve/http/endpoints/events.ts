import { Type } from 'typebox'
import { eventKinds, eventsAfter, isBeyond } from '../../../book/query/events.ts'
import {
  beforeAllEvents,
  eventIdText,
  eventPlacePattern,
  parseEventId,
} from '../../../book/query/ids.ts'
import { endpoint, afterTheEnd } from '../endpoint.ts'
import { eventRows, eventSchema } from '../records/event.ts'
import * as parameters from '../schema/parameters.ts'

export default endpoint({
  name: 'listEvents',
  path: '/events',
  tag: 'Book',
  recordName: 'Event',
  summary: 'Everything that happened, for programs that follow along',
  description:
    'Every public entry of the book is an event (`institution`, `sheet`, `checked`, `verified`, `corrected`), followed by one event for each standing rate that a sheet or correction changed (`initial`, `up`, `down`, `flat`, `withdrawn`). The header `Ratebook-Reached` is the `after` of the next request, also where a filter leaves events out. A page ends early, before `limit`, once its events list about 5,000 offers together, or the server has read enough of the book for a rare kind; the `Link` with `rel="next"` says that there is more. As `text/event-stream` the answer goes on with each new entry. Order: the order of the book, oldest first.',
  query: Type.Object({
    after: parameters.withDefault(
      Type.String({
        title: 'the id of an event, such as p12-0, or a position, such as 12',
        description:
          'Only events after the event with this id; after a position, those of later entries. A stream reads `Last-Event-ID` first.',
        pattern: eventPlacePattern,
        examples: ['p12-0'],
      }),
      eventIdText(beforeAllEvents),
    ),
    limit: parameters.limit(1000, 200),
    kind: Type.Optional(Type.Enum([...eventKinds], { description: 'Only events of this kind.' })),
    institution_id: Type.Optional(parameters.institutionId),
  }),
  response: Type.Array(eventSchema),
  answer: ({ market, query }) => {
    const { limit, kind, institution_id: institutionId } = query
    const after = parseEventId(query.after) ?? beforeAllEvents
    if (isBeyond(market, after))
      return { kind: 'invalid', errors: afterTheEnd(eventIdText(after), market.position) }
    const page = eventsAfter(market, { after, limit, kind, institutionId })
    return {
      kind: 'list',
      rows: eventRows(page.events),
      reached: { id: eventIdText(page.reached), hasMore: page.hasMore },
    }
  },
})
