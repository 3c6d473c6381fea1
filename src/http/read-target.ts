import { ask, type Asking } from './answer.ts'
import type { Endpoint } from './endpoint.ts'
import { readQueryString } from './read-query.ts'
import type { Reply } from './reply.ts'

/** The endpoint that a target is for, and what it asks. */
export type Targeted = {
  readonly endpoint: Endpoint
  /** Reads its parameters. */
  readonly ask: () => Asking | { readonly problem: Reply }
}

/**
 * Reads targets that are written in the plainest way: a path of the table and parameters, nothing encoded. Anything else is
 * `undefined`, and the router's to read.
 */
export function createTargetReader(
  endpoints: readonly Endpoint[],
  basePath: string,
): (target: string) => Targeted | undefined {
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
    const path = mark === -1 ? target : target.slice(0, mark)
    const query = () => (mark === -1 ? {} : readQueryString(target.slice(mark + 1)))
    const endpoint = byPath.get(path)
    if (endpoint !== undefined) return { endpoint, ask: () => ask(endpoint, query()) }
    const slash = path.lastIndexOf('/') + 1
    const withId = byPrefix.get(path.slice(0, slash))
    if (withId === undefined || slash === path.length) return undefined
    return { endpoint: withId, ask: () => ask(withId, query(), path.slice(slash)) }
  }
}

/** Letters, digits and the few signs that mean themselves in a path and in a query string. */
const plain = /^\/[\w./-]{0,200}(?:\?[\w.=&-]{0,1000})?$/
