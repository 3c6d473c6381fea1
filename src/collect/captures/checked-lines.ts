import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { CapturesError } from './captures.ts'
import { syncFolders, toCapturesError } from './disk.ts'
import { readIfPresent } from './folder.ts'

/** One line of a log: its value, or that it is damaged. A torn line, which a killed run left, is left out. */
export type CheckedLine =
  | { readonly value: unknown }
  | { readonly damaged: { readonly path: string; readonly line: number } }

/** Ends a torn line, so that it differs from a damaged one. */
const tornEnding = ' (torn)'

/**
 * Appends an object to a log below `root` as a line of JSON with a CRC-32 at its end. It is one write, so that the lines of two
 * processes do not mix. If the last line is torn, the write ends it first.
 */
export async function appendLine(root: string, path: string, value: object): Promise<void> {
  const full = join(root, path)
  try {
    await mkdir(dirname(full), { recursive: true })
    const file = await open(full, 'a+')
    try {
      const { size } = await file.stat()
      const last = Buffer.alloc(1)
      if (size > 0) await file.read(last, 0, 1, size - 1)
      const isTorn = size > 0 && last.toString() !== '\n'
      const line = Buffer.from(`${isTorn ? `${tornEnding}\n` : ''}${checkedLine(value)}\n`)
      const { bytesWritten } = await file.write(line)
      if (bytesWritten < line.length)
        throw new CapturesError(
          'disk',
          `${full} cannot be written: the disk is full. Free some space, then run the same command again.`,
        )
      await file.sync()
      if (size === 0) await syncFolders(root, dirname(full))
    } finally {
      await file.close()
    }
  } catch (error) {
    throw toCapturesError(full, error)
  }
}

/** Reads the lines of a log below `root` in order; none if there is no such file. */
export async function readLines(root: string, path: string): Promise<readonly CheckedLine[]> {
  const bytes = await readIfPresent(join(root, path))
  if (bytes === undefined) return []
  const texts = Buffer.from(bytes).toString('latin1').split('\n')
  return texts.flatMap((text, index): readonly CheckedLine[] => {
    const isLast = index === texts.length - 1
    if (isLast ? isTornStart(text) : text.endsWith(tornEnding)) return []
    const value = isLast ? undefined : valueOf(text)
    return value === undefined ? [{ damaged: { path, line: index + 1 } }] : [{ value }]
  })
}

function checkedLine(value: object): string {
  const json = JSON.stringify(value)
  return `${json.slice(0, -1)},"check":"${checkOf(Buffer.from(json))}"}`
}

/** A whole line: its JSON without the last brace, and its check. */
const wholeLine = /^(\{.*),"check":"([0-9a-f]{8})"\}/

/** The object of a line, whose bytes are given as Latin-1; `undefined` if a bit of it has changed. */
function valueOf(line: string): object | undefined {
  const [whole, start = '', check] = wholeLine.exec(line) ?? []
  const json = Buffer.from(`${start}}`, 'latin1')
  if (whole !== line || checkOf(json) !== check) return undefined
  return JSON.parse(json.toString()) as object
}

/** Whether the text after the last newline is the start of a line. A whole line with another byte after it is damaged. */
function isTornStart(text: string): boolean {
  const [whole] = wholeLine.exec(text) ?? []
  return text === '' || (/^[{ ]/.test(text) && (whole === undefined || whole === text))
}

function checkOf(json: Uint8Array): string {
  return crc32(json).toString(16).padStart(8, '0')
}
