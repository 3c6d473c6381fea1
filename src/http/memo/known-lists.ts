import type { Instant } from '../../domain/instant.ts'
import type { Page } from '../../query/page.ts'
import { isWithin, type Span } from '../../query/span.ts'
import type { Answered, Answers, Said } from '../answers.ts'
import type { Endpoint } from '../endpoint.ts'
import type { FormatFor } from '../formats/format.ts'
import type { Payload } from '../message/body.ts'
import { steadySpan, type Content } from '../message/content.ts'
import type { Encoding } from '../message/encodings.ts'
import type { Wishes } from '../message/wishes.ts'
import { boundsOf, isWithinBounds, type ParameterSchema } from '../schema/read-query.ts'
import { byBytes } from './by-bytes.ts'
import { copyOf } from './dated.ts'
import type { Viewed } from './head-number.ts'
import { createPageHead, type PageHead } from './page-head.ts'
import type { WireHead, WireText } from './wire.ts'

/** A response, all but its date. */
export type Made = {
  readonly answer: Answered
  readonly via: Said['via']
  readonly status: number
  readonly head: WireText
  readonly body: Payload
}

/** A request that was read, and what makes the response; `undefined` where something is wrong, or has to be compressed first. */
export type Asked = {
  readonly endpoint: Endpoint
  readonly method: 'GET' | 'HEAD'
  readonly target: string
  readonly make: (at: Instant) => Made | undefined
}

/** Lists of which a page was asked for, by the bytes of the request. They belong to one market. */
export type KnownLists = {
  /** What a request line asks, from its first byte to the end of its target: a page of a list that is known. */
  readonly find: (view: DataView, start: number, end: number, wishes: Wishes) => Asked | undefined
  /** Keeps the list of which a page is about to be sent to who asked for it so. */
  readonly keep: (arrived: Viewed, start: number, end: number, asked: Asked, made: Made) => void
}

/** The bytes that they take up, of which half is sure to be there: enough for those of 5,000 offers, by their terms and by what their terms share. */
const mostLists = 32_000_000
/** About what a list takes up beside its address. */
const listSize = 2_000

type List = Pick<Asked, 'endpoint'> & {
  /** The target as far as it is the same for all pages. */
  readonly address: string
  readonly answer: Answered
  /** The time in which all but the body and what names it stays the same. */
  readonly span: Span
  readonly pages: NonNullable<Content['pages']>
  readonly kind: Kind
}

/** What the lists of an endpoint have in common. */
type Kind = {
  /** Whether both numbers of a page are ones that it takes. */
  readonly isPage: (page: Page) => boolean
  /** The heads of their pages by encoding; each is made when it is first needed. */
  readonly heads: Partial<Record<Encoding, PageHead>>
}

/**
 * None yet. Requests that differ in nothing but the numbers of their page ask of one list: it is read, found and named in
 * headers once, for all of that costs more than to join a page.
 */
export function createKnownLists(
  wireHead: WireHead,
  { formNow }: Pick<Answers, 'formNow'>,
  formatFor: FormatFor,
): KnownLists {
  const lists = byBytes<List>(mostLists, listSize)
  const kinds = new Map<Endpoint, Kind>()

  const make = (list: List, page: Page, wishes: Wishes, at: Instant): Made | undefined => {
    const { answer, span, pages } = list
    const { heads } = list.kind
    const { body, link } = pages(page)
    const form = formNow(body, wishes)
    if (form === undefined || !isWithin(span, at)) return undefined
    const { encoding, etag, payload } = form
    heads[encoding] ??= createPageHead(answer.content, encoding, wireHead, at)
    const head = heads[encoding](etag, link, payload.length)
    return { answer, via: 'made', status: 200, head, body: payload }
  }
  return {
    find(view, start, end, wishes) {
      const page = pageAt(view, start, end)
      const list = page && lists.find(view, start, page.numbersAt)
      if (page === undefined || list === undefined) return undefined
      const { endpoint, address, kind } = list
      const isAsked = wishes['if-none-match'] === undefined && kind.isPage(page)
      if (!isAsked || formatFor(endpoint, wishes.accept ?? '') !== 'json') return undefined
      const target = `${address}${page.limit}&offset=${page.offset}`
      return { endpoint, method: 'GET', target, make: (at) => make(list, page, wishes, at) }
    },
    keep({ bytes, view }, start, end, { endpoint, method }, { answer, status }) {
      const { pages } = answer.content
      if (method !== 'GET' || status !== 200 || pages === undefined) return
      const page = pageAt(view, start, end)
      if (page === undefined) return
      const key = copyOf(bytes.subarray(start, page.numbersAt))
      const address = key.toString('latin1').slice('GET '.length)
      const kind = kinds.get(endpoint) ?? kindOf(endpoint)
      kinds.set(endpoint, kind)
      // The forms of the page that was asked for first may be large, and are nothing to the others.
      const kept = { ...answer, forms: new Map() }
      const span = steadySpan(answer.content)
      lists.set(key, { endpoint, address, answer: kept, span, pages, kind })
    },
  }
}

/** A page, and where its numbers begin. */
type PageAt = Page & { readonly numbersAt: number }

/** The page that a target asks for at its end, as our own links write it: `limit=20&offset=40`, behind the sign of a parameter. */
function pageAt(view: DataView, start: number, end: number): PageAt | undefined {
  const offset = wholeBefore(view, start, end)
  if (offset === undefined || !isBefore(view, start, offset.at, '&offset=')) return undefined
  const limit = wholeBefore(view, start, offset.at - '&offset='.length)
  const isNamed =
    limit !== undefined &&
    (isBefore(view, start, limit.at, '?limit=') || isBefore(view, start, limit.at, '&limit='))
  return isNamed ? { limit: limit.value, offset: offset.value, numbersAt: limit.at } : undefined
}

/** The kind of an endpoint's lists; what its schemas allow is read once, for they are slow to read. */
function kindOf({ query }: Endpoint): Kind {
  const { limit, offset } = query.properties as Readonly<Record<keyof Page, ParameterSchema>>
  const [limits, offsets] = [boundsOf(limit), boundsOf(offset)]
  return {
    isPage: (page) => isWithinBounds(limits, page.limit) && isWithinBounds(offsets, page.offset),
    heads: {},
  }
}

/** More are read as everything else is. */
const mostDigits = 9
const [zero, nine] = [48, 57]

/** The whole number that ends before a place, written in the only way that has no zeros before it, and where it begins. */
function wholeBefore(
  view: DataView,
  start: number,
  end: number,
): { readonly value: number; readonly at: number } | undefined {
  let [at, value, unit, digit] = [end, 0, 1, 0]
  while (at > start && end - at < mostDigits) {
    const byte = view.getUint8(at - 1)
    if (byte < zero || byte > nine) break
    digit = byte - zero
    value += digit * unit
    unit *= 10
    at--
  }
  const isPlain = digit > 0 ? at < end : at === end - 1
  return isPlain ? { value, at } : undefined
}

/** Whether a text stands before a place. */
function isBefore(view: DataView, start: number, end: number, text: string): boolean {
  const at = end - text.length
  if (at < start) return false
  for (let i = 0; i < text.length; i++)
    if (view.getUint8(at + i) !== text.charCodeAt(i)) return false
  return true
}
