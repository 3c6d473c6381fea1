import { parseWhole } from '../domain/decimal.ts'

/**
 * The place of an event: the position of its entry, and its line in that entry. Line 0 is the entry itself, and line 1 its
 * first change. Without a line, it is the place after all events of the entry.
 */
export type EventId = { readonly position: number; readonly line?: number }

/** The place before the first event. */
export const beforeAllEvents: EventId = { position: 0 }

/** The grammar of an id as the source of a regular expression: `12.0`, or `12` without a line. */
export const eventIdPattern = String.raw`^(?:0|[1-9]\d{0,14}(?:\.(?:0|[1-9]\d{0,8}))?)$`

const grammar = new RegExp(eventIdPattern)

/** Reads an id; `undefined` for anything else. */
export function parseEventId(text: string): EventId | undefined {
  if (!grammar.test(text)) return undefined
  const [position = 0, line] = text.split('.').map(parseWhole)
  return line === undefined ? { position } : { position, line }
}

/** The text of an id, as `parseEventId` reads it. */
export function eventIdText({ position, line }: EventId): string {
  return line === undefined ? String(position) : `${position}.${line}`
}
