import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { withOwnBook, withStore } from '../book/store/open-store.ts'
import { CapturesError } from '../collect/captures/captures.ts'
import { openCapturesFolder } from '../collect/captures/folder.ts'
import { readFetchLog } from '../collect/captures/logs.ts'
import { planPrune, removePlanned, type PrunePlan } from '../collect/captures/prune.ts'
import { verifyCaptures } from '../collect/captures/verify.ts'
import { warcRecords } from '../collect/captures/warc.ts'
import { readCitations } from '../collect/source/cited-figures.ts'
import { writeFailure, Failure } from '../domain/failure.ts'
import { counted } from '../domain/text.ts'
import { version } from '../serve/http/site.ts'
import { now } from './clock.ts'
import {
  capturesOption,
  checkCapturesFolder,
  command,
  plainCommand,
  type DatabaseOption,
} from './options.ts'
import { print, progress } from './output.ts'

type CapturesOptions = DatabaseOption & { readonly captures: string }
type PruneOptions = CapturesOptions & { readonly dryRun?: boolean }

const compress = promisify(gzip)

/** `ratebook captures verify` */
const verify = command(
  'verify',
  'read every captured page and every line of the log, and find what is damaged or missing',
  'ratebook captures verify --captures captures --database ratebook.db',
)
  .addOption(capturesOption())
  .action(async ({ database, captures }: CapturesOptions) => {
    checkCapturesFolder(captures)
    const { cited } = await withStore(database, 'read', readCitations)
    let bar = progress('verifying', 0)
    const { bodies, fetches, problems } = await verifyCaptures(captures, cited, (done, total) => {
      if (done === 1) bar = progress('verifying', total)
      bar.step(done)
    })
    bar.end()
    for (const { path, message } of problems) print(`${path} ${message}`)
    const counts = `${counted(bodies, 'capture')}, ${counted(fetches, 'fetch', 'fetches')}`
    if (problems.length > 0)
      throw new Failure(
        'disk',
        `${counts}, ${problems.length} damaged or missing: restore them from a backup.`,
      )
    print(`${counts}, nothing damaged or missing`)
  })

/** `ratebook captures prune` */
const prune = command(
  'prune',
  'remove captured pages that are older than 90 days and that nothing needs',
  'ratebook captures prune --dry-run',
)
  .addOption(capturesOption())
  .option('--dry-run', 'show what would be removed, and remove nothing')
  .action(async ({ database, captures, dryRun = false }: PruneOptions) => {
    checkCapturesFolder(captures)
    const at = now()
    // A mirror does not know which pages its held sheets cite.
    const book = () => withOwnBook(database, readCitations)
    const plan = await planPrune(captures, book, at)
    if (!dryRun) await removePlanned(captures, plan, at)
    print(pruneText(plan, dryRun))
  })

function pruneText({ removed, leftovers, kept }: PrunePlan, dryRun: boolean): string {
  const bytes = removed.reduce((sum, { size }) => sum + size, 0)
  const total = kept.cited + kept.ends + kept.recent
  return [
    `${counted(total, 'capture')} kept: ${kept.cited} cited by the book, ${kept.ends} first or last of a run, ${kept.recent} newer than 90 days`,
    `${counted(removed.length, 'capture')} ${dryRun ? 'would be removed' : 'removed'}, ${bytes} bytes`,
    `${counted(leftovers.length, 'leftover')} of killed runs ${dryRun ? 'would be removed' : 'removed'}`,
  ].join('\n')
}

type ExportOptions = { readonly captures: string; readonly warc: string }

/** `ratebook captures export` */
const exportWarc = plainCommand(
  'export',
  'write the captured pages to a WARC/1.1 file, which programs for web archives can read',
  'ratebook captures export --warc pages.warc.gz',
)
  .addOption(capturesOption())
  .requiredOption('--warc <file>', 'the file to write or replace; compressed if it ends in .gz')
  .action(async ({ captures, warc }: ExportOptions) => {
    checkCapturesFolder(captures)
    const counts = await replaceFile(warc, (file) => writeRecords(file, captures, warc))
    print(
      `${warc}: ${counted(counts.response, 'body', 'bodies')}, ${counts.revisit} repeated, ${counts.leftOut} fetches without a kept body left out`,
    )
  })

async function writeRecords(
  file: FileHandle,
  captures: string,
  warc: string,
): Promise<{ response: number; revisit: number; leftOut: number }> {
  const lines = await readFetchLog(captures)
  const fetches = lines.map((line) => {
    if ('record' in line) return line.record
    const { path, line: number } = line.damaged
    throw new Failure(
      'disk',
      `${path} is damaged in line ${number}; see: ratebook captures verify.`,
    )
  })
  const counts = { warcinfo: 0, response: 0, revisit: 0 }
  const details = { at: now(), software: `Ratebook ${version}` }
  for await (const { type, bytes } of warcRecords(openCapturesFolder(captures), fetches, details)) {
    // Each record is compressed by itself, so that readers can start at any of them.
    await file.writeFile(warc.endsWith('.gz') ? await compress(bytes) : bytes)
    counts[type]++
  }
  return { ...counts, leftOut: fetches.length - counts.response - counts.revisit }
}

/** Writes a file beside the old one, and then replaces it. */
async function replaceFile<T>(path: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const temporary = `${path}.new`
  try {
    const file = await open(temporary, 'w')
    try {
      const result = await write(file)
      await file.sync()
      await rename(temporary, path)
      return result
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    if (error instanceof CapturesError || !(error instanceof Error) || !('code' in error))
      throw error
    throw writeFailure(`${path} cannot be written`, error)
  }
}

const example = `ratebook captures verify
ratebook captures prune --dry-run
ratebook captures export --warc pages.warc.gz`

export default plainCommand('captures', 'verify, prune and export the captured pages', example)
  .addCommand(verify)
  .addCommand(prune)
  .addCommand(exportWarc)
