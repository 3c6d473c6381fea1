import type { Instant } from '../../domain/instant.ts'
import { replyOf, type Content } from '../message/content.ts'
import type { Encoding } from '../message/encodings.ts'
import { noPayload } from '../message/payload.ts'
import type { WireHead, WireText } from './wire.ts'

/** The head of the response for a page that is named, linked to those around it, and so long. */
export type PageHead = (etag: string, link: string | undefined, length: number) => WireText

/** What no header has. */
const mark = '\0'
const lengthIsNone = 'content-length: 0'

/**
 * The heads for the pages of a list, in one encoding: all that a page does not change is written once, by what writes every
 * other head.
 */
export function createPageHead(
  content: Content,
  encoding: Encoding,
  wireHead: WireHead,
  now: Instant,
): PageHead {
  const headers = { ...content.headers, link: mark }
  const form = { encoding, etag: mark, payload: noPayload }
  const reply = replyOf({ ...content, headers }, form, undefined, now)
  const [beforeDate, afterDate] = wireHead(reply)
  const [beforeEtag = '', afterEtag = '', afterLink = ''] = beforeDate.split(mark)
  const [unlinked = ''] = afterEtag.split('link: ')
  const lengthAt = afterLink.indexOf(lengthIsNone) + lengthIsNone.length - 1
  const beforeLength = afterLink.slice(0, lengthAt)
  const afterLength = afterLink.slice(lengthAt + 1)
  const withoutLink = unlinked + beforeLength.slice('\r\n'.length)
  return (etag, link, length) => {
    const rest = link === undefined ? withoutLink : afterEtag + link + beforeLength
    return [beforeEtag + etag + rest + length + afterLength, afterDate]
  }
}
