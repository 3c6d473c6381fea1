import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { validateSheet, type ParsedSheet } from '../../src/book/publish/input/read-sheet.ts'
import { dayLength, type Instant } from '../../src/domain/instant.ts'
import { emptyView } from '../../src/serve/server/read-book.ts'
import { sampleEntries } from '../support/sample-market.ts'
import { auditCode, reopenCode } from './exit-code.ts'
import { rowsIn, writeBook, type BookFiles, type KnownBook } from './known-book.ts'
import { dryRun, expectedDryRun, isKnown, loadOnce, serveOnce } from './read-commands.ts'

/** One bit of a file of a book: of a closed book, or of a book with a write-ahead log, or of that log. */
export type Flip = {
  readonly file: keyof BookFiles | 'closed'
  readonly offset: number
  readonly bit: number
}

/** What a flip does to the table `entry` as SQLite reads it. `tail-lost`: the last entries are gone, and all others intact. */
export type Effect = 'changed' | 'tail-lost' | 'none'

/** What Ratebook does with a book after a flip. The numbers are exit codes. */
export type FlipResult = Flip & {
  readonly effect: Effect
  /** 0 for a server that answers, and whose `/health` is 200. */
  readonly serve: number
  readonly offers: number
  readonly publish: number
  readonly audit: number
  readonly auditWithCheckpoint: number
  /** For a server that has served the whole book before. */
  readonly reopen: number
  /** The commands that gave a wrong answer. */
  readonly wrong: readonly string[]
}

/** Chooses a bit of one of some files, each file in turn. A round always chooses the same bit. */
export function chooseFlip(
  known: KnownBook,
  round: number,
  files: readonly Flip['file'][] = ['wal', 'main', 'closed'],
): Flip {
  const random = hash('sha256', `flip ${round}`, 'buffer')
  const file = files[round % files.length] ?? 'main'
  const { length } = bytesOf(known, file)
  return { file, offset: random.readUInt32LE() % length, bit: random.readUInt8(4) % 8 }
}

function bytesOf({ files, closed }: KnownBook, file: Flip['file']): Buffer {
  return file === 'closed' ? closed : files[file]
}

/** The files of a book with one bit flipped. */
export function flipped(known: KnownBook, { file, offset, bit }: Flip): BookFiles {
  const bytes = Buffer.from(bytesOf(known, file))
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
  return file === 'closed'
    ? { main: bytes, wal: Buffer.alloc(0) }
    : { ...known.files, [file]: bytes }
}

/** Flips a bit, and does with the book what the commands that read do. */
export async function tryFlip(folder: string, known: KnownBook, flip: Flip): Promise<FlipResult> {
  const files = flipped(known, flip)
  const rows = rowsIn(writeBook(folder, files, 'rows.db'))
  const effect = effectOf(known.rows, rows)
  const path = writeBook(folder, files)
  const wrong: string[] = []
  const serve = await serveOnce(path)
  if (serve.got !== undefined && !isKnown(known.views, serve.got)) wrong.push('serve')
  const offers = await loadOnce(path)
  if (offers.got !== undefined && !isKnown(known.views, offers.got)) wrong.push('offers')
  const sheet = nextSheet(flip)
  const publish = await dryRun(path, sheet)
  const position = effect === 'tail-lost' ? (rows?.length ?? 0) : known.end.position
  const { market } = known.views[position] ?? emptyView
  if (publish.got !== undefined && publish.got !== expectedDryRun(market, sheet))
    wrong.push('publish')
  const result: FlipResult = {
    ...flip,
    effect,
    serve: serve.code,
    offers: offers.code,
    publish: publish.code,
    audit: await auditCode(path),
    auditWithCheckpoint: await auditCode(path, known.checkpoint),
    reopen: await reopenCode(path, known.end),
    wrong,
  }
  if (!readFileSync(path).equals(files.main) || !readFileSync(`${path}-wal`).equals(files.wal))
    throw new Error('A command that only reads has changed the files.')
  return result
}

/** Why a result breaks the promise of `docs/reliability.md`; `undefined` if it keeps it. */
export function brokenPromise(result: FlipResult): string | undefined {
  const { effect, serve, offers, publish, audit, auditWithCheckpoint, reopen, wrong } = result
  if (wrong.length > 0) return `${wrong.join(' and ')} gave a wrong answer`
  if ([serve, offers, publish, audit, auditWithCheckpoint, reopen].includes(70))
    return 'it is called a bug'
  if (effect === 'none') return undefined
  if (auditWithCheckpoint === 0) return 'audit --checkpoint passes'
  if (reopen === 0) return 'a server that has served the entries opens it again'
  if (effect === 'tail-lost') return undefined
  if (serve === 0 || offers === 0) return 'it is served with /health 200'
  return audit === 0 ? 'audit passes' : undefined
}

function effectOf(known: readonly string[], rows: readonly string[] | undefined): Effect {
  if (rows === undefined || !rows.every((row, index) => row === known[index])) return 'changed'
  return rows.length === known.length ? 'none' : 'tail-lost'
}

const sheets = sampleEntries().flatMap((entry) =>
  entry.kind === 'sheet-published' ? [entry.sheet] : [],
)

/** The sheet of some institution of the book, read again a year later. */
function nextSheet({ offset }: Flip): ParsedSheet {
  const [first] = sheets
  const sheet = sheets[offset % sheets.length] ?? first
  if (sheet === undefined) throw new Error('The book has no sheets.')
  const scrapedAt = (sheets.at(-1)?.scrapedAt ?? 0) + dayLength
  return validateSheet({ ...sheet, scrapedAt: scrapedAt as Instant })
}
