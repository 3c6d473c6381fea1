import type { Static } from 'typebox'
import { instantText } from '../../domain/instant.ts'
import type { ServerState } from '../endpoint.ts'
import { sampleNotice } from '../docs/openapi.ts'
import { Type } from 'typebox'
import { sourceFields, sourcesOf } from './sources.ts'

/** The most sources in one result. */
const mostSources = 100

const returned = Type.Integer({ description: 'The number of rows in this result.' })
const offsetPage = Type.Object(
  {
    offset: Type.Integer({ description: 'The number of rows that were skipped.' }),
    returned,
    next_offset: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The `offset` of the next page; null if this is the last page.',
    }),
  },
  { additionalProperties: false },
)
/** Events are read from an id on, not from an offset. */
const eventPage = Type.Object(
  {
    returned,
    next_after: Type.Union([Type.String(), Type.Null()], {
      description: 'The `after` of the next page; null if this is the last page.',
    }),
  },
  { additionalProperties: false },
)

const fields = {
  as_of: Type.String({
    description: 'The instant of the last entry of the book.',
  }),
  position: Type.Integer({ description: 'The position of that entry.' }),
  answered_at: Type.String({
    description: 'The instant of this answer; staleness is measured at it.',
  }),
  is_sample: Type.Boolean({
    description: 'Whether these are sample data, not current rates.',
  }),
  notice: Type.String({ description: 'A notice to show with the figures.' }),
  page: Type.Union([offsetPage, eventPage]),
  sources: Type.Array(Type.Object(sourceFields, { additionalProperties: false }), {
    description: `Where the rates in the rows were read, and how fresh they are: one source for each institution, at most ${mostSources}. A summary has the institutions that offer its terms now.`,
  }),
  stale_institutions: Type.Integer({
    description: 'The number of all these institutions whose rates may be out of date.',
  }),
}

/** The fields of every result besides its rows. */
export function envelopeFields(isEvents: boolean) {
  return { ...fields, page: isEvents ? eventPage : offsetPage }
}

const envelope = Type.Object(fields)
export type Envelope = Static<typeof envelope>

/** Required by part 1 of the specification. */
const advice = 'Rates are information, may change without notice, and are not financial advice.'

/** The envelope of one page whose rates come from these institutions. */
export function envelopeOf(
  state: ServerState,
  ids: Iterable<string>,
  page: Envelope['page'],
): Envelope {
  const { market, now } = state
  const sources = sourcesOf(state, ids)
  return {
    as_of: instantText(market.at),
    position: market.position,
    answered_at: instantText(now),
    is_sample: market.sample,
    notice: market.sample ? `${sampleNotice} ${advice}` : advice,
    page,
    sources: sources.slice(0, mostSources),
    stale_institutions: sources.filter((one) => one.is_stale === true).length,
  }
}
