import { parseWhole } from '../domain/decimal.ts'

/** A published figure: the position of its rate sheet, and the place of the offer among the offers of that sheet, from 1. */
export type EvidenceId = { readonly position: number; readonly row: number }

/** The grammar of an id as the source of a regular expression: `69.1`. */
export const evidenceIdPattern = String.raw`^[1-9]\d{0,14}\.[1-9]\d{0,8}$`

const grammar = new RegExp(evidenceIdPattern)

/** Reads an id; `undefined` for anything else. */
export function parseEvidenceId(text: string): EvidenceId | undefined {
  if (!grammar.test(text)) return undefined
  const [position = 0, row = 0] = text.split('.').map(parseWhole)
  return { position, row }
}

/** The text of an id, as `parseEvidenceId` reads it. */
export function evidenceIdText({ position, row }: EvidenceId): string {
  return `${position}.${row}`
}
