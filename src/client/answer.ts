import type { Answer } from './calls.ts'
import { jsonIn, wholeIn, type Received } from './exchange.ts'

/** A record as JSON has it: flat, so that a frozen one is frozen whole. */
type Row = Readonly<Record<string, unknown>>

/** What was read: a list, or a record that is no list. */
export type Read = { readonly list: Answer<unknown> } | { readonly record: Row }

/** Reads what a server answered; `known` is what the client has of it. `undefined` if no Ratebook answers so. */
export function readAnswer(
  received: Received,
  known: Answer<unknown> | undefined,
): Read | undefined {
  if (received.status === 304) {
    const list = known && listOf(received, known.rows)
    if (known === undefined || list === undefined) return undefined
    const isSame = list.position === known.position && list.modifiedAt === known.modifiedAt
    return { list: isSame ? known : list }
  }
  const body = received.status === 200 ? jsonIn(received.text) : undefined
  if (Array.isArray(body)) {
    const rows = Object.freeze((body as Row[]).map((row) => Object.freeze(row)))
    const list = listOf(received, rows)
    return list && { list }
  }
  return typeof body === 'object' && body !== null
    ? { record: Object.freeze(body as Row) }
    : undefined
}

function listOf({ header }: Received, rows: readonly unknown[]): Answer<unknown> | undefined {
  const position = wholeIn(header('ratebook-position'))
  if (position === undefined) return undefined
  const modified = Date.parse(header('last-modified') ?? '')
  const modifiedAt = Number.isNaN(modified) ? undefined : new Date(modified).toISOString()
  return Object.freeze({ rows, position, etag: header('etag'), modifiedAt })
}
