import type { Cause } from '../../src/domain/correction.ts'
import { formatRate } from './figures.tsx'

/** Why a figure was wrong, as a sentence. */
export const causeSentences: Readonly<Record<Cause, string>> = {
  misread: 'Somebody or a program misread or mistyped it.',
  misprint: 'The institution printed it wrongly.',
  'wrong-page': 'It came from another page, such as that of another institution.',
  late: 'It was not valid when it was read: too old, or too early.',
  'source-restated': 'The institution changed its page for the past.',
}

/** A rate of a correction, which is null if there was no such offer. */
export function formatCorrected(rate: string | null): string {
  return rate === null ? 'not offered' : `${formatRate(rate)} %`
}
