import { parseWhole } from '../../domain/decimal.ts'

/** A line of an entry: an event, a published figure, or a corrected one. */
type LineId = { readonly position: number; readonly line: number }

const written = String.raw`p[1-9]\d{0,14}-(?:0|[1-9]\d{0,8})`
/** `57.10`, as earlier versions wrote it. A spreadsheet reads it as 57.1, which is another id. */
const earlier = String.raw`[1-9]\d{0,14}\.(?:0|[1-9]\d{0,8})`

/** The grammar of an id as the source of a regular expression: `p57-10`, which no spreadsheet takes for a number or a date. */
export const lineIdPattern = `^${written}$`
/** The same of every text that is read as an id. */
export const readableIdPattern = `^(?:${written}|${earlier})$`

const grammar = new RegExp(readableIdPattern)

/** Reads an id; `undefined` for anything else. */
function parseLineId(text: string): LineId | undefined {
  if (!grammar.test(text)) return undefined
  const [position = 0, line = 0] = text.replace('p', '').split(/[-.]/).map(parseWhole)
  return { position, line }
}

/** The text of an id. */
export function lineIdText({ position, line }: LineId): string {
  return `p${position}-${line}`
}

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

/** A published figure: the position of its rate sheet, and the place of the offer among the offers of that sheet, from 1. */
export type EvidenceId = { readonly position: number; readonly row: number }

/** Reads an id; `undefined` for anything else. */
export function parseEvidenceId(text: string): EvidenceId | undefined {
  const id = parseLineId(text)
  return id === undefined || id.line === 0 ? undefined : { position: id.position, row: id.line }
}

/** The text of an id, as `parseEvidenceId` reads it. */
export function evidenceIdText({ position, row }: EvidenceId): string {
  return lineIdText({ position, line: row })
}
