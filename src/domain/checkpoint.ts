import { parseWhole } from './decimal.ts'
import { instantText, parseInstant, type Instant } from './instant.ts'
import { isKeyName, type NoteProblem } from './signed-note.ts'

/** A statement about a book: the entry at this position had this digest. It covers all entries up to there. */
export type Checkpoint = {
  /** The name of the book's publisher, which is also the name of the signing key. */
  readonly origin: string
  readonly position: number
  readonly digest: string
  /** The instant of the entry. */
  readonly at: Instant
}

/** The text of a checkpoint, which is signed: four lines. */
export function checkpointText({ origin, position, digest, at }: Checkpoint): string {
  return `${origin}\n${position}\n${digest}\n${instantText(at)}\n`
}

/** Reads the text of a checkpoint. */
export function parseCheckpoint(text: string): Checkpoint | NoteProblem {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length !== 4)
    return { problem: 'its text does not have the four lines origin, position, digest and time.' }
  const [origin = '', positionText = '', digest = '', atText = ''] = lines
  if (!isKeyName(origin)) return wrongLine(1, origin, 'a name without spaces and plus signs')
  const position = parseWhole(positionText)
  if (position === undefined || position < 1 || String(position) !== positionText)
    return wrongLine(2, positionText, 'a position')
  if (!/^[0-9a-f]{64}$/.test(digest))
    return wrongLine(3, digest, 'a digest of 64 lower-case hexadecimal digits')
  const at = parseInstant(atText)
  if (at === undefined || instantText(at) !== atText)
    return wrongLine(4, atText, 'an instant such as 2026-06-09T00:00:00Z')
  return { origin, position, digest, at }
}

function wrongLine(line: number, text: string, expected: string): NoteProblem {
  return { problem: `line ${line} is ${JSON.stringify(text.slice(0, 80))}, not ${expected}.` }
}
