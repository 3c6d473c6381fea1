import { parseWhole } from '../domain/decimal.ts'
import { lineIdText, parseLineId, readableIdPattern } from './line-id.ts'

/**
 * The place of an event: the position of its entry, and its line in that entry. Line 0 is the entry itself, and line 1 its
 * first change. Without a line, it is the place after all events of the entry.
 */
export type EventId = { readonly position: number; readonly line?: number }

/** The place before the first event. */
export const beforeAllEvents: EventId = { position: 0 }

const positionPattern = String.raw`^(?:0|[1-9]\d{0,14})$`

/** The grammar of a place as the source of a regular expression: `p12-0`, or `12` without a line. */
export const eventPlacePattern = `${positionPattern}|${readableIdPattern}`

const position = new RegExp(positionPattern)

/** Reads a place; `undefined` for anything else. */
export function parseEventId(text: string): EventId | undefined {
  return position.test(text) ? { position: parseWhole(text) ?? 0 } : parseLineId(text)
}

/** The text of a place, as `parseEventId` reads it. */
export function eventIdText({ position, line }: EventId): string {
  return line === undefined ? String(position) : lineIdText({ position, line })
}
