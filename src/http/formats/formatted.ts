import { instantText, type Instant } from '../../domain/instant.ts'
import type { Market } from '../../market/market.ts'
import type { Endpoint } from '../endpoint.ts'
import type { Body } from '../message/body.ts'
import type { Query } from '../message/links.ts'
import { bytesOf } from '../message/payload.ts'
import { textBody } from '../message/text-body.ts'
import { atomText } from './atom-text.ts'
import { mediaTypes, type Format } from './format.ts'
import { csvText, ndjsonText, type TableRow } from './table-text.ts'

/** A list in another format than JSON, and its type. */
export type Formatted = { readonly type: string; readonly body: Body }

/** What was asked, and of a page as many rows as the whole list has. */
type Asked = { readonly query: Query; readonly count: number | undefined }

/** Writes a list in a format. */
export function formatted(
  endpoint: Endpoint,
  format: Exclude<Format, 'json'>,
  body: Body,
  { sample, at, position, institutions }: Market,
  { query, count = 0 }: Asked,
): Formatted {
  const rows = JSON.parse(bytesOf(body.payload()).toString()) as readonly TableRow[]
  const isMadeEachTime = body.isMadeEachTime === true
  const made = (text: string): Body => ({ ...textBody(text), isMadeEachTime })
  switch (format) {
    case 'csv':
      return {
        type: `${mediaTypes.csv}; charset=utf-8; header=present`,
        body: made(csvText(columnsOf(endpoint), rows)),
      }
    case 'ndjson':
      return { type: mediaTypes.ndjson, body: made(ndjsonText(rows)) }
    case 'atom': {
      const updated = instantText(position === 0 ? (0 as Instant) : at)
      return {
        type: mediaTypes.atom,
        body: made(
          atomText(rows, {
            query,
            count,
            isSample: sample,
            updated,
            nameOf: (id) => institutions.get(id)?.institution.name,
          }),
        ),
      }
    }
    default:
      throw format satisfies never
  }
}

/** The columns of a list in the order of its document, which is the specification's. */
function columnsOf({ response }: Endpoint): readonly string[] {
  const { items } = response as { readonly items?: { readonly properties?: object } }
  return Object.keys(items?.properties ?? {})
}
