import { lineIdText, parseLineId } from './line-id.ts'

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
