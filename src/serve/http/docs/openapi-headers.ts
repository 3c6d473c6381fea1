import { eventPlacePattern } from '../../../book/query/ids.ts'

/** The headers of every answer from the market. */
export const dataHeaders = {
  ETag: {
    description: 'A strong validator; each encoding has its own.',
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description:
      'The instant of the book’s last entry, or the later instant at which time alone last changed the answer.',
    schema: { type: 'string' },
  },
  'Ratebook-Position': {
    description: 'The position of the book that the answer was computed from.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
}

/** The header of a page of a longer list. */
export const pageHeaders = {
  Link: {
    description:
      'Absolute addresses: of the previous and next pages, `rel="prev"` and `rel="next"`, if there are any. Current offers and history of one institution name its receipts with `rel="describedby"`.',
    schema: { type: 'string' },
  },
}

/** The headers of a page of events. */
export const eventHeaders = {
  Link: pageHeaders.Link,
  'Ratebook-Reached': {
    description:
      'The `after` of the next request: every event up to this place was returned or left out by a filter.',
    schema: { type: 'string', pattern: eventPlacePattern },
  },
}

/** References to headers that the document describes under `components`. */
export function referencesTo(headers: object): Record<string, object> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
