import { parseEventId } from '../../book/query/ids.ts'
import { Failure } from '../../domain/failure.ts'
import { readJsonFile, replaceJsonFile } from './state-file.ts'

/** How far a webhook has got in a book, as the cursor file stores it. */
export type Cursor = {
  /** The URL of the webhook. */
  readonly webhook: string
  /** The id of the last event that was delivered, or a bare position. */
  readonly after: string
  /** A position of the book at or after that event, and the digest of the book there. */
  readonly position: number
  readonly digest: string
}

/** Reads a cursor file; `undefined` if there is none. A file that is no cursor, or that of another webhook, is a failure. */
export async function readCursor(path: string, webhook: string): Promise<Cursor | undefined> {
  const value = await readJsonFile('cursor', path)
  if (value === undefined) return undefined
  const cursor = parseCursor(value)
  if (cursor === undefined) {
    throw new Failure(
      'configuration',
      `The cursor ${path} is damaged; remove it, and give --after to leave out events that were delivered.`,
    )
  }
  if (cursor.webhook !== webhook) {
    throw new Failure('configuration', `The cursor ${path} belongs to another webhook URL.`)
  }
  return cursor
}

function parseCursor(value: unknown): Cursor | undefined {
  const { webhook, after, position, digest } = Object(value) as Record<string, unknown>
  const isCursor =
    typeof webhook === 'string' &&
    typeof after === 'string' &&
    parseEventId(after) !== undefined &&
    Number.isSafeInteger(position) &&
    typeof digest === 'string'
  return isCursor ? { webhook, after, position: position as number, digest } : undefined
}

/** Replaces a cursor file. After a crash or a power failure the file holds either the old cursor or the new one. */
export async function writeCursor(path: string, cursor: Cursor): Promise<void> {
  await replaceJsonFile(path, cursor)
}
