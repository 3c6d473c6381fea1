/** What comes with every answer from the market. */
export const dataHeaders = {
  ETag: { description: 'Strong, one for each encoding.', schema: { type: 'string' } },
  'Last-Modified': {
    description:
      'The instant of the book’s last entry, or since when time alone has not changed the answer.',
    schema: { type: 'string' },
  },
  'Ratebook-Position': {
    description: 'The position of the book that the answer was made from.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
}

/** What comes with a page of a longer list. */
export const pageHeaders = {
  Link: {
    description:
      'The pages before and after this one, `rel="prev"` and `rel="next"`, where there are any.',
    schema: { type: 'string' },
  },
}

/** Headers by where the document describes them. */
export function referencesTo(headers: object): Record<string, object> {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )
}
