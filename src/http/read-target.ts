import { ask, type Asking } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { formatsOf, splitFormat, type Format } from './formats/format.ts'
import type { Reply } from './message/reply.ts'
import { readQueryString } from './schema/read-query.ts'

/** The endpoint that a target is for, and what it asks. */
export type Targeted = {
  readonly endpoint: Endpoint
  /** The format that its end names. */
  readonly format: Format | undefined
  /** Reads its parameters. */
  readonly ask: (format: Format) => Asking | { readonly problem: Reply }
}

/** Reads targets; `undefined` for what the router is to read. */
export type ReadTarget = (target: string) => Targeted | undefined

/**
 * Reads targets that are written in the plainest way: a path of the table and parameters, nothing encoded.
 */
export function createTargetReader(endpoints: readonly Endpoint[], basePath: string): ReadTarget {
  const byPath = new Map<string, Endpoint>()
  const byPrefix = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const [prefix = '', rest] = endpoint.path.split('{institution_id}')
    if (rest === undefined) byPath.set(basePath + prefix, endpoint)
    else byPrefix.set(basePath + prefix, endpoint)
  }
  return (target) => {
    if (!plain.test(target)) return undefined
    const mark = target.indexOf('?')
    const whole = mark === -1 ? target : target.slice(0, mark)
    const { path, format } = splitFormat(whole)
    const query = () => (mark === -1 ? {} : readQueryString(target.slice(mark + 1)))
    const endpoint = byPath.get(path)
    if (endpoint !== undefined) {
      if (format !== undefined && !formatsOf(endpoint).includes(format)) return undefined
      return { endpoint, format, ask: (wished) => ask(endpoint, query(), '', wished) }
    }
    const slash = path.lastIndexOf('/') + 1
    const withId = byPrefix.get(path.slice(0, slash))
    if (withId === undefined || slash === path.length) return undefined
    if (format !== undefined && !formatsOf(withId).includes(format)) return undefined
    return {
      endpoint: withId,
      format,
      ask: (wished) => ask(withId, query(), path.slice(slash), wished),
    }
  }
}

/** Letters, digits and the few signs that mean themselves in a path and in a query string. */
const plain = /^\/[\w./-]{0,200}(?:\?[\w.=&-]{0,1000})?$/
