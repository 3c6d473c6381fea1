import type { Static } from 'typebox'
import { instantText } from '../../domain/instant.ts'
import type { View } from '../answer.ts'
import { sampleNotice } from '../docs/openapi.ts'
import { Type } from '../schema/schema.ts'
import { sourceFields, sourcesOf } from './sources.ts'

/** As many sources as an answer names. */
const mostSources = 100

/** What every answer to an assistant says beside its rows. */
export const envelopeFields = {
  as_of: Type.String({
    description: 'The instant of the last entry of the book: what was known then.',
  }),
  position: Type.Integer({ description: 'The position of that entry.' }),
  answered_at: Type.String({ description: 'Now; staleness is counted up to it.' }),
  is_sample: Type.Boolean({
    description: 'Whether the market was built from samples: these are then not current rates.',
  }),
  notice: Type.String({ description: 'What to say along with the figures.' }),
  page: Type.Object(
    {
      offset: Type.Integer({ description: 'How many rows were passed over.' }),
      returned: Type.Integer({ description: 'How many rows there are here.' }),
      next_offset: Type.Union([Type.Integer(), Type.Null()], {
        description: 'The `offset` with which to go on; null at the end.',
      }),
    },
    { additionalProperties: false },
  ),
  sources: Type.Array(Type.Object(sourceFields, { additionalProperties: false }), {
    description: `The institutions behind the rows, of figures of a market those that offer its terms now; ${mostSources} at the most: where their rates were read, and how fresh they are.`,
  }),
  stale_institutions: Type.Integer({
    description: 'How many of all institutions behind the rows may be out of date.',
  }),
}

const envelope = Type.Object(envelopeFields)
export type Envelope = Static<typeof envelope>

/** The specification, part 1. */
const advice = 'Rates are information, may change without notice, and are not financial advice.'

/** What is said beside the rows of a page, which are of some institutions. */
export function envelopeOf(
  view: View,
  ids: Iterable<string>,
  { offset, returned, hasMore }: { offset: number; returned: number; hasMore: boolean },
): Envelope {
  const { market, now } = view
  const sources = sourcesOf(view, ids)
  return {
    as_of: instantText(market.at),
    position: market.position,
    answered_at: instantText(now),
    is_sample: market.sample,
    notice: market.sample ? `${sampleNotice} ${advice}` : advice,
    page: { offset, returned, next_offset: hasMore ? offset + returned : null },
    sources: sources.slice(0, mostSources),
    stale_institutions: sources.filter((one) => one.is_stale === true).length,
  }
}
