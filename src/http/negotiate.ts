import { LRUCache } from 'lru-cache'
import Negotiator from 'negotiator'
import type { Endpoint } from './endpoint.ts'
import { formatsOf, mediaTypes, type Format } from './formats/format.ts'

/** The content encodings, the preferred one first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** The most parsed headers in a cache. */
const mostCached = 1_000

/** Chooses the encoding for an Accept-Encoding header; `identity` if none is acceptable, never 406. */
export function createEncodingChoice(): (acceptEncoding: string) => Encoding {
  const cache = new LRUCache<string, Encoding>({ max: mostCached })
  return (acceptEncoding) => {
    let encoding = cache.get(acceptEncoding)
    if (encoding === undefined) {
      encoding = encodingFor(acceptEncoding)
      cache.set(acceptEncoding, encoding)
    }
    return encoding
  }
}

function encodingFor(acceptEncoding: string): Encoding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const preferred = (negotiator as PreferringNegotiator).encoding(encodings, {
    preferred: encodings,
  })
  return encodings.find((encoding) => encoding === preferred) ?? 'identity'
}

/** The types of the library lack this option: the order among encodings that the client accepts equally. */
type PreferringNegotiator = {
  encoding(
    available: readonly string[],
    options: { readonly preferred: readonly string[] },
  ): string | undefined
}

/** Chooses the format for an Accept header; JSON if none is acceptable, never 406. */
export function createFormatChoice(): (endpoint: Endpoint, accept: string) => Format {
  const cache = new LRUCache<string, readonly string[]>({ max: mostCached })
  return (endpoint, accept) => {
    if (accept === '' || accept === '*/*' || accept === mediaTypes.json) return 'json'
    let accepted = cache.get(accept)
    if (accepted === undefined) {
      accepted = mediaTypesFor(accept)
      cache.set(accept, accepted)
    }
    const types = formatsOf(endpoint)
    for (const type of accepted) {
      const format = types.find((one) => mediaTypes[one] === type)
      if (format !== undefined) return format
    }
    return 'json'
  }
}

/** The media types of this server that an Accept header accepts, the preferred one first. */
function mediaTypesFor(accept: string): readonly string[] {
  // Drop parameters such as charset: Negotiator would try to match them.
  const bare = accept.replaceAll(/;\s*(?!q=)[^;,=]+=(?:"[^"]*"|[^;,]*)/gi, '')
  return new Negotiator({ headers: { accept: bare } }).mediaTypes(Object.values(mediaTypes))
}

/** Whether a client would rather read HTML than a problem document. */
export function prefersHtml(accept: string): boolean {
  const types = ['application/problem+json', mediaTypes.json, 'text/html']
  return new Negotiator({ headers: { accept } }).mediaType(types) === 'text/html'
}
