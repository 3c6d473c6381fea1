import { hash } from 'node:crypto'

/** 64 bits that name some pieces in their order: others have the same only by an accident that nobody will see. */
export type Mark = { readonly high: number; readonly low: number }

/** The mark of a text that is one piece. */
export function markOfText(text: string | Uint8Array): Mark {
  const digest = hash('sha256', text, 'buffer')
  return { high: digest.readInt32LE(0), low: digest.readInt32LE(4) }
}

/** The mark of several pieces, from the mark of those before and the next: what they are and in which order decides it. */
export function mixHigh(before: number, high: number): number {
  const mixed = Math.imul(before ^ high, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

/** The other half. */
export function mixLow(before: number, low: number): number {
  const mixed = Math.imul(before ^ low, 0x85ebca77)
  return mixed ^ (mixed >>> 13)
}

/** Half of the mark of a row, from those of its pieces; each counts for something else in each place. */
export function mixRow(first: number, second: number, third: number): number {
  return (first + rotated(second, 11) + rotated(third, 22)) | 0
}

function rotated(bits: number, by: number): number {
  return (bits << by) | (bits >>> (32 - by))
}

/** A mark as an ETag has it: V8 writes small integers in decimal five times as fast as others in any other base. */
export function markText({ high, low }: Mark): string {
  return `${high}.${low}`
}
