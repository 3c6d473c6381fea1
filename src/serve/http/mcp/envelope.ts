import { Type, type Static, type TProperties } from 'typebox'
import { instantText } from '../../../domain/instant.ts'
import { isOwnPage } from '../../../domain/institution.ts'
import { freshness } from '../../../book/query/freshness.ts'
import { sampleNotice } from '../docs/openapi.ts'
import type { ServerState } from '../endpoint.ts'

/** The most sources in one result. */
const mostSources = 100

const objectOf = <P extends TProperties>(fields: P) =>
  Type.Object(fields, { additionalProperties: false })

const returned = Type.Integer({ description: 'The number of rows in this result.' })
const offsetPage = objectOf({
  offset: Type.Integer({ description: 'The number of rows that were skipped.' }),
  returned,
  next_offset: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The `offset` of the next page; null if this is the last page.',
  }),
})
/** Events are read from an id on, not from an offset. */
const eventPage = objectOf({
  returned,
  next_after: Type.Union([Type.String(), Type.Null()], {
    description: 'The `after` of the next page; null if this is the last page.',
  }),
})

/** Where the rates of an institution were read, and how fresh they are. */
const source = objectOf({
  institution_id: Type.String({ description: 'The institution.' }),
  source_url: Type.Union([Type.String(), Type.Null()], {
    description:
      'The page that its latest rate sheet was read from; null if it has published none.',
  }),
  own_page: Type.Union([Type.Boolean(), Type.Null()], {
    description:
      'Whether that page is the institution’s own: on the host of its website, or below it.',
  }),
  last_verified_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When its oldest current offer was last confirmed; null if it has published none.',
  }),
  days_since_verified: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Whole days since then.',
  }),
  is_stale: Type.Union([Type.Boolean(), Type.Null()], {
    description: 'Whether they may be out of date.',
  }),
})

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
  sources: Type.Array(source, {
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

/** The sources of some institutions, ordered by id. */
function sourcesOf(
  { market, now }: ServerState,
  ids: Iterable<string>,
): readonly Static<typeof source>[] {
  const freshnessById = new Map(
    freshness(market, {}, now).records.map((record) => [record.institution.id, record]),
  )
  return [...new Set(ids)].toSorted().flatMap((id) => {
    const record = freshnessById.get(id)
    const book = market.institutions.get(id)
    if (book === undefined) return []
    const page = book.publication?.sheet.sourceUrl ?? null
    return {
      institution_id: id,
      source_url: page,
      own_page: page === null ? null : isOwnPage(page, book.institution.website),
      last_verified_at: record === undefined ? null : instantText(record.verifiedAt),
      days_since_verified: record?.daysSinceVerified ?? null,
      is_stale: record?.isStale ?? null,
    }
  })
}
