import { stat } from 'node:fs/promises'
import { Option } from 'commander'
import { auditBook, auditFailure } from '../book/audit/audit-book.ts'
import { compareBooks, copyBook, type Agreement } from '../book/store/copy.ts'
import { notABook, withEntries, withStore } from '../book/store/open-store.ts'
import { isPostgres } from '../book/store/postgres/address.ts'
import { type Store, StoreError } from '../book/store/store.ts'
import { Failure } from '../domain/failure.ts'
import { counted } from '../domain/text.ts'
import { warnIfAhead } from './clock.ts'
import { plainCommand } from './options.ts'
import { print, tell, withProgress } from './output.ts'

type Flag = '--from' | '--to'

const example = `ratebook copy --from ratebook.db --to postgres://db.example/rates
ratebook copy --from postgres://db.example/rates --to ratebook.db`

export default plainCommand(
  'copy',
  'copy a book from one store to another, or continue an unfinished copy',
  example,
)
  .addOption(bookOption('--from', 'the book to copy', 'RATEBOOK_FROM'))
  .addOption(bookOption('--to', 'the copy; it is created if it does not exist', 'RATEBOOK_TO'))
  .action(async ({ from, to }: { readonly from?: string; readonly to?: string }) => {
    if (from === undefined || to === undefined)
      throw new Failure(
        'usage',
        'Name both books: --from BOOK --to BOOK. (--help shows how it is used)',
      )
    const reasons = [withFlag('--from', notABook(from)), withFlag('--to', notABook(to))]
    if (reasons.some((reason) => reason !== undefined))
      throw new Failure(
        'configuration',
        reasons.filter((reason) => reason !== undefined).join('\n'),
      )
    const read = (use: (store: Store) => Promise<void>) => withEntries(from, use)
    const write = (use: (store: Store) => Promise<void>) => withStore(to, 'create', use)
    await withBook('--from', read, async (source) => {
      if (await isSameBook(from, to))
        throw new Failure('configuration', `--from and --to name the same book, ${source.name}.`)
      await withBook('--to', write, (copy) => copyAndAudit(source, copy))
    })
  })

function bookOption(flag: Flag, description: string, variable: string): Option {
  return new Option(`${flag} <book>`, `${description}: a SQLite file, or postgres://…`).env(
    variable,
  )
}

/** Messages about a book say `--database`; this command has other flags. */
function withFlag<T extends string | undefined>(flag: Flag, sentence: T): T {
  return sentence?.replaceAll('--database', flag) as T
}

type Opener = (use: (store: Store) => Promise<void>) => Promise<void>

async function withBook(
  flag: Flag,
  open: Opener,
  use: (store: Store) => Promise<void>,
): Promise<void> {
  try {
    await open(use)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new StoreError(error.kind, withFlag(flag, error.message), error)
  }
}

async function isSameBook(from: string, to: string): Promise<boolean> {
  if (isPostgres(from) !== isPostgres(to)) return false
  if (!isPostgres(from)) return (await fileIdentity(from)) === (await fileIdentity(to))
  const { isSameDatabase } = await import('../book/store/postgres/choose-server.ts')
  return isSameDatabase(from, to)
}

/** Identifies the file behind a path, so that links to it are recognised. */
async function fileIdentity(path: string): Promise<string> {
  const file = await stat(path, { bigint: true }).catch(() => undefined)
  return file === undefined ? '' : `${file.dev} ${file.ino}`
}

async function copyAndAudit(source: Store, copy: Store): Promise<void> {
  const compare = (): Promise<Agreement> =>
    withProgress('comparing', copy, (step) => compareBooks(source, copy, 0, step))
  const before = agreed(await compare())
  // Audit before copying: a copied entry cannot be removed again.
  const audited = await audit(source)
  if (source.otherSchema !== undefined) tell(source.otherSchema.finding)
  await warnIfAhead(source)
  const reached = agreed(
    await withProgress('copying', source, (step) => copyBook(source, copy, before, step)),
  )
  const position = agreed(await compare())
  print(
    reached === before
      ? `${copy.name}: nothing to copy, it already has ${before === 1 ? 'the only entry' : `all ${before} entries`}`
      : `${copy.name}: copied positions ${before + 1} to ${reached}`,
  )
  if (position > audited)
    tell(`${source.name} grew by ${position - audited} meanwhile; that was copied too.`)
  const last = position > audited ? await audit(source) : audited
  print(`${source.name}: ${counted(last, 'entry', 'entries')}, no difference`)
  print(`${copy.name}: ${counted(await audit(copy), 'entry', 'entries')}, no difference`)
  print(`Both have the same ${position} entries, byte for byte.`)
  const head = await source.head()
  if (head.position > position)
    tell(
      `${source.name} now has entries up to position ${head.position}: run the same command again.`,
    )
}

/** The position up to which the copy equals the source. Fails if they differ. */
function agreed({ position, difference }: Agreement): number {
  if (difference === undefined) return position
  throw new Failure(
    'refused',
    `Position ${position}: ${difference} A copy can only continue a book with the same entries: name another book with --to.`,
  )
}

async function audit(store: Store): Promise<number> {
  const { position, difference } = await withProgress('auditing', store, (step) =>
    auditBook(store, step),
  )
  if (difference === undefined) return position
  throw auditFailure(`${store.name}, position ${difference.position}`, difference)
}
