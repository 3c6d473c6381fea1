import type { ReadFailure, TableCell } from './table.ts'

/** Ends the read of a page. It never leaves the folder: `orFailure` turns it into a `ReadFailure`. */
class Refusal extends Error {
  readonly place: string | undefined
  constructor(message: string, place: string | undefined) {
    super(message)
    this.place = place
  }
}

/** Ends the read with a sentence and, where there is one, the address of the place. */
export function refuse(sentence: string, place?: string): never {
  throw new Refusal(sentence, place)
}

/** The result of a read, or why it was refused. */
export function orFailure<T>(read: () => T): T | ReadFailure {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { failure: error.message, ...(error.place !== undefined && { place: error.place }) }
  }
}

/** Shows a text of a page in a sentence: quoted, on one line, and cut after 60 characters. */
export function shown(text: string): string {
  const line = JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text)
  return line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16).toUpperCase()}}`
  })
}

/** Ends the read if the text of a cell cannot be trusted. */
export function refuseDoubtful({ text, problem, address }: TableCell): void {
  if (problem !== undefined) refuse(`The cell ${shown(text)} ${problem}.`, address)
}
