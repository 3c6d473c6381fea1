import { hash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { instantText, type Instant } from '../../domain/instant.ts'
import type { Captures } from './captures.ts'
import type { FetchRecord } from './logs.ts'

/** One record of a WARC file, and its kind. */
export type WarcRecord = {
  readonly type: 'warcinfo' | 'response' | 'revisit'
  readonly bytes: Uint8Array
}

type Fields = readonly (readonly [name: string, value: string])[]

/** A record of a body that the file already has. */
type Written = { readonly id: string; readonly url: string; readonly date: string }

const profile = 'http://netpreserve.org/warc/1.1/revisit'

/**
 * Writes fetches as records of a WARC/1.1 file: a `response` for the first fetch of each body, and a `revisit` for each later fetch
 * of an equal body and for a 304 response. Fetches whose body is not kept are left out. Throws a `CapturesError` for a damaged body.
 */
export async function* warcRecords(
  captures: Pick<Captures, 'get'>,
  fetches: readonly FetchRecord[],
  { at, software }: { readonly at: Instant; readonly software: string },
): AsyncGenerator<WarcRecord> {
  const info = recordId()
  yield warcinfo(info, at, software)
  const written = new Map<string, Written>()
  for (const fetch of fetches) {
    const { digest } = fetch
    if (digest === undefined) continue
    const id = recordId()
    const first = written.get(digest)
    if (first !== undefined) {
      yield revisit(fetch, first, id, info)
    } else if (fetch.outcome !== 'not-modified') {
      const body = await captures.get(digest)
      if (body === undefined) continue
      written.set(digest, { id, url: urlOf(fetch), date: instantText(fetch.at) })
      yield response(fetch, body, id, info)
    }
  }
}

function warcinfo(id: string, at: Instant, software: string): WarcRecord {
  const text = fieldLines([
    ['software', software],
    ['format', 'WARC File Format 1.1'],
    [
      'conformsTo',
      'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
    ],
    [
      'description',
      'Bodies are stored after decompression, or as they were sent if that failed, with the response headers that were kept.',
    ],
  ])
  return record(
    'warcinfo',
    id,
    instantText(at),
    [['Content-Type', 'application/warc-fields']],
    text,
  )
}

function response(fetch: FetchRecord, body: Uint8Array, id: string, info: string): WarcRecord {
  const head = httpHead(fetch, body.byteLength)
  const fields = [...commonFields(fetch, info), payloadDigest(fetch)]
  return record(
    'response',
    id,
    instantText(fetch.at),
    fields,
    Buffer.concat([Buffer.from(head), body]),
  )
}

function revisit(fetch: FetchRecord, first: Written, id: string, info: string): WarcRecord {
  const isUnmodified = fetch.outcome === 'not-modified'
  const fields: Fields = [
    ...commonFields(fetch, info),
    payloadDigest(fetch),
    [
      'WARC-Profile',
      `${profile}/${isUnmodified ? 'server-not-modified' : 'identical-payload-digest'}`,
    ],
    ['WARC-Refers-To', first.id],
    ['WARC-Refers-To-Target-URI', first.url],
    ['WARC-Refers-To-Date', first.date],
  ]
  const head = httpHead(fetch, isUnmodified ? undefined : fetch.size)
  return record('revisit', id, instantText(fetch.at), fields, Buffer.from(head))
}

function commonFields(fetch: FetchRecord, info: string): Fields {
  return [
    ['Content-Type', 'application/http; msgtype=response'],
    ['WARC-Target-URI', urlOf(fetch)],
    ['WARC-Warcinfo-ID', info],
  ]
}

/** The URL that delivered the body. */
function urlOf({ url, redirects = [] }: FetchRecord): string {
  return redirects.at(-1) ?? url
}

function payloadDigest({ digest = '' }: FetchRecord): Fields[number] {
  return ['WARC-Payload-Digest', `sha256:${digest}`]
}

/** Headers that describe the body as it was sent, before decompression. */
const sentOnly = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

function httpHead({ status = 200, headers = {} }: FetchRecord, length: number | undefined): string {
  const kept = Object.entries(headers).filter(([name]) => !sentOnly.has(name))
  const fields: Fields = length === undefined ? kept : [...kept, ['content-length', `${length}`]]
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fieldLines(fields)}\r\n`
}

function record(
  type: WarcRecord['type'],
  id: string,
  date: string,
  fields: Fields,
  block: Uint8Array | string,
): WarcRecord {
  const content = Buffer.from(block)
  const head = fieldLines([
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', date],
    ...fields,
    ['WARC-Block-Digest', `sha256:${hash('sha256', content)}`],
    ['Content-Length', `${content.byteLength}`],
  ])
  return { type, bytes: Buffer.concat([Buffer.from(`WARC/1.1\r\n${head}\r\n`), content, ending]) }
}

const ending = Buffer.from('\r\n\r\n')

function recordId(): string {
  return `<urn:uuid:${randomUUID()}>`
}

/** Fields, one a line. A value with a line break could add fields. */
function fieldLines(fields: Fields): string {
  return fields.map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]+/g, ' ')}\r\n`).join('')
}
