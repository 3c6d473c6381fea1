import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { CapturesError } from '../../captures/captures.ts'
import { readFetchLog } from '../../captures/fetch-log.ts'
import { openCapturesFolder } from '../../captures/folder.ts'
import { warcRecords } from '../../captures/warc.ts'
import { version } from '../../http/version.ts'
import { now } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'
import { plainCommand } from '../options.ts'
import { print } from '../output.ts'
import { capturesOption, checkCapturesFolder } from './captures-option.ts'

const compress = promisify(gzip)

type ExportOptions = { readonly captures: string; readonly warc: string }

/** `ratebook captures export` */
export const exportWarc = plainCommand(
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
      `${warc}: ${counts.response} bodies, ${counts.revisit} repeated, ${counts.leftOut} fetches without a kept body left out`,
    )
  })

async function writeRecords(
  file: FileHandle,
  captures: string,
  warc: string,
): Promise<{ response: number; revisit: number; leftOut: number }> {
  const lines = await readFetchLog(captures)
  const fetches = lines.map((line) => {
    if ('fetch' in line) return line.fetch
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
    throw cannotWrite(path, error)
  }
}

function cannotWrite(path: string, error: unknown): unknown {
  if (error instanceof CapturesError || !(error instanceof Error) || !('code' in error))
    return error
  const isDisk = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO', 'EROFS'].includes(String(error.code))
  return new Failure(
    isDisk ? 'disk' : 'configuration',
    `${path} cannot be written: ${error.message}.`,
  )
}
