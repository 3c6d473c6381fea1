import { parseWhole } from '../domain/decimal.ts'
import type { Page } from '../query/page.ts'
import type { Endpoint } from './endpoint.ts'
import type { Format } from './format.ts'
import type { ParameterSchema } from './read-query.ts'
import type { ReadTarget, Targeted } from './read-target.ts'

/** As many lists as are remembered: those of 5,000 offers are some ten thousand, by what their terms share. */
const remembered = 10_000

/** The numbers of a page as the server's own links write them, at the end. */
const pageAtEnd = /^(.*[?&])limit=(\d{1,9})&offset=(\d{1,9})$/

/**
 * Reads targets as `readTarget` does, and of those that differ in nothing but the numbers of their page only one, whose question
 * is turned to the other pages: reading costs as much as joining a page. Questions hold on to the market that they were asked
 * of, so all this is to be forgotten with it.
 */
export function createPageTurner(readTarget: ReadTarget): ReadTarget {
  const lists = new Map<string, Targeted>()
  const remember = (address: string, targeted: Targeted): Targeted => {
    const list = askedOnce(targeted)
    if (lists.size >= remembered) lists.clear()
    lists.set(address, list)
    return list
  }
  return (target) => {
    const [, address = '', given = '', from = ''] = pageAtEnd.exec(target) ?? []
    const [limit, offset] = [parseWhole(given), parseWhole(from)]
    if (limit === undefined || offset === undefined) return readTarget(target)
    const known = lists.get(address)
    if (known !== undefined && isLength(limit, known.endpoint))
      return turned(known, { limit, offset })
    const targeted = readTarget(target)
    return targeted !== undefined && isLength(limit, targeted.endpoint)
      ? remember(address, targeted)
      : targeted
  }
}

/** What is asked in a format, read once. */
function askedOnce(targeted: Targeted): Targeted {
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
      return 'problem' in asked ? asked : (asked.turnTo?.(page) ?? asked)
    },
  }
}

/** Whether pages of an endpoint may be so long. */
function isLength(limit: number, { isPaged, query }: Endpoint): boolean {
  const { limit: schema } = query.properties as { readonly limit?: ParameterSchema }
  return isPaged === true && limit >= (schema?.minimum ?? 0) && limit <= (schema?.maximum ?? 0)
}
