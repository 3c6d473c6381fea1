import { parseWhole } from './decimal.ts'
import { decodeBase64, type NoteProblem } from './signed-note.ts'

/** A statement about a book (C2SP `tlog-checkpoint`): its first `size` entries have this root, and so are these and no others. */
export type Checkpoint = {
  /** The name of the book's publisher, which is also the name of the signing key. */
  readonly origin: string
  /** The number of entries, which is the position of the last one. */
  readonly size: number
  /** The root of the Merkle tree over the digests of these entries, in Base64. */
  readonly root: string
}

/** The text of a checkpoint, which is signed: three lines. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${root}\n`
}

/** Reads the text of a checkpoint. Lines after the third are extensions, which other logs may use; they say nothing about the book. */
export function parseCheckpoint(text: string): Checkpoint | NoteProblem {
  const lines = text.split('\n')
  if (lines.pop() !== '' || lines.length < 3)
    return { problem: 'its text does not have the three lines origin, number of entries and root.' }
  const empty = lines.indexOf('')
  if (empty !== -1) return { problem: `line ${empty + 1} is empty.` }
  const [origin = '', sizeText = '', root = ''] = lines
  const size = parseWhole(sizeText)
  if (size === undefined || String(size) !== sizeText)
    return wrongLine(2, sizeText, 'a number of entries')
  if (decodeBase64(root)?.length !== 32) return wrongLine(3, root, 'the Base64 of 32 bytes')
  return { origin, size, root }
}

function wrongLine(line: number, text: string, expected: string): NoteProblem {
  return { problem: `line ${line} is ${JSON.stringify(text.slice(0, 80))}, not ${expected}.` }
}
