import type { Page } from '../query/page.ts'
import { bounded } from './bounded.ts'
import type { Endpoint } from './endpoint.ts'
import type { Format } from './format.ts'
import { ownText } from './own-text.ts'
import { readWhole, type ParameterSchema } from './read-query.ts'
import type { ReadTarget, Targeted } from './read-target.ts'

/** The bytes that lists take up, of which half is sure to be there: enough for those of 5,000 offers, by their terms and by what their terms share. */
const mostLists = 32_000_000
/** About what a list takes up beside its address. */
const listSize = 1_500

/** The numbers of a page as the server's own links write them, at the end. */
const pageAtEnd = /^(.*[?&])limit=(\d{1,9})&offset=(\d{1,9})$/

/** A list, by a target that asked for a page of it. */
type List = { readonly address: string; readonly targeted: Targeted; readonly size: number }

/**
 * Reads targets as `readTarget` does, and of those that differ in nothing but the numbers of their page only one, whose question
 * is turned to the other pages: reading costs as much as joining a page. Questions hold on to the market that they were asked
 * of, so all this is to be forgotten with it.
 */
export function createPageTurner(readTarget: ReadTarget): ReadTarget {
  const lists = bounded<number, List>(mostLists, ({ size }) => size)
  const remember = (address: string, target: string): Targeted | undefined => {
    // Texts of their own: a part of another keeps all of that, here the head of a request with whatever a client sent in it.
    const read = readTarget(ownText(target))
    const targeted = read && askingOnce(read)
    const asked = targeted?.ask(targeted.format ?? 'json')
    if (targeted === undefined || asked === undefined || 'problem' in asked) return targeted
    const size = listSize + 2 * target.length
    if (asked.turnTo !== undefined)
      lists.set(textNumber(address), { address: ownText(address), targeted, size })
    return targeted
  }
  return (target) => {
    const [, address, limit = '', offset = ''] = pageAtEnd.exec(target) ?? []
    if (address === undefined) return readTarget(target)
    const known = lists.get(textNumber(address))
    if (known?.address !== address) return remember(address, target)
    const page = readPage(known.targeted.endpoint, limit, offset)
    return page === undefined ? readTarget(target) : turned(known.targeted, page)
  }
}

/** The number by which a list is looked up: by its text V8 would first look for that among all texts (FNV-1a). */
function textNumber(text: string): number {
  let number = 0x811c9dc5
  for (let i = 0; i < text.length; i++) number = Math.imul(number ^ text.charCodeAt(i), 0x01000193)
  return number
}

/** The same, which reads its parameters once for each format. */
function askingOnce(targeted: Targeted): Targeted {
  const asked = new Map<Format, ReturnType<Targeted['ask']>>()
  const ask: Targeted['ask'] = (format) => {
    const before = asked.get(format) ?? targeted.ask(format)
    asked.set(format, before)
    return before
  }
  return { ...targeted, ask }
}

/** The same list, at another page; what is wrong with its filters is wrong with each. */
function turned({ endpoint, format, ask }: Targeted, page: Page): Targeted {
  return {
    endpoint,
    format,
    ask(wished) {
      const asked = ask(wished)
      if ('problem' in asked) return asked
      if (asked.turnTo === undefined) throw new Error(`${endpoint.path} has no pages.`)
      return asked.turnTo(page)
    },
  }
}

/** A page as an endpoint reads its parameters; `undefined` where something is wrong with them. */
function readPage({ query }: Endpoint, limit: string, offset: string): Page | undefined {
  const parameters = query.properties as Readonly<Record<keyof Page, ParameterSchema>>
  const [length, start] = [readWhole(parameters.limit, limit), readWhole(parameters.offset, offset)]
  if (typeof length === 'string' || typeof start === 'string') return undefined
  return { limit: length.value, offset: start.value }
}
