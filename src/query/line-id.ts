import { parseWhole } from '../domain/decimal.ts'

/** A line of an entry: an event, a published figure, or a corrected one. */
export type LineId = { readonly position: number; readonly line: number }

const written = String.raw`p[1-9]\d{0,14}-(?:0|[1-9]\d{0,8})`
/** `57.10`, as earlier versions wrote it. A spreadsheet reads it as 57.1, which is another id. */
const earlier = String.raw`[1-9]\d{0,14}\.(?:0|[1-9]\d{0,8})`

/** The grammar of an id as the source of a regular expression: `p57-10`, which no spreadsheet takes for a number or a date. */
export const lineIdPattern = `^${written}$`
/** The same of every text that is read as an id. */
export const readableIdPattern = `^(?:${written}|${earlier})$`

const grammar = new RegExp(readableIdPattern)

/** Reads an id; `undefined` for anything else. */
export function parseLineId(text: string): LineId | undefined {
  if (!grammar.test(text)) return undefined
  const [position = 0, line = 0] = text.replace('p', '').split(/[-.]/).map(parseWhole)
  return { position, line }
}

/** The text of an id. */
export function lineIdText({ position, line }: LineId): string {
  return `p${position}-${line}`
}
