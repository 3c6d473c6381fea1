import { join, resolve } from 'node:path'
import { instantText, parseInstant, type Instant } from '../domain/instant.ts'
import { appendLine, readLines, type CheckedLine } from './checked-lines.ts'

const path = join('log', 'pruned.ndjson')

/** Bodies that were removed, so that `captures verify` does not report them as missing. */
export type Pruning = { readonly at: Instant; readonly digests: readonly string[] }

/** Appends the digests of bodies that are removed next. */
export async function appendPruning(folder: string, { at, digests }: Pruning): Promise<void> {
  await appendLine(resolve(folder), path, { at: instantText(at), digests })
}

/** The log of removed captures, oldest first, and its damaged lines. */
export async function readPrunings(
  folder: string,
): Promise<readonly (Pruning | Extract<CheckedLine, { damaged: object }>)[]> {
  const lines = await readLines(resolve(folder), path)
  return lines.map((line) => {
    if ('damaged' in line) return line
    const { at, digests } = line.value as { at: string; digests: readonly string[] }
    const instant = parseInstant(at)
    if (instant === undefined) throw new Error(`The log has ${at}, which is not an instant.`)
    return { at: instant, digests }
  })
}
