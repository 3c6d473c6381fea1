import { stat } from 'node:fs/promises'
import { Option } from 'commander'
import { compareBooks, copyBook, type Agreement } from '../store/copy.ts'
import { isPostgres } from '../store/postgres/address.ts'
import { StoreError, type Store } from '../store/store.ts'
import { auditBook } from './audit/book.ts'
import { Failure } from './failure.ts'
import { notABook, withStore, type StoreMode } from './open-store.ts'
import { plainCommand } from './options.ts'
import { print, progress, tell } from './output.ts'

type Flag = '--from' | '--to'

const example = `ratebook copy --from ratebook.db --to postgres://db.example/rates
ratebook copy --from postgres://db.example/rates --to ratebook.db`

export default plainCommand(
  'copy',
  'copy a book from one store to another, or go on with a copy that has its first entries',
  example,
)
  .addOption(bookOption('--from', 'the book that is copied', 'RATEBOOK_FROM'))
  .addOption(bookOption('--to', 'the copy; it is made if there is none', 'RATEBOOK_TO'))
  .action(async ({ from, to }: { readonly from?: string; readonly to?: string }) => {
    if (from === undefined || to === undefined)
      throw new Failure(
        'usage',
        'Name both books: --from BOOK --to BOOK. (--help shows how it is used)',
      )
    const reasons = [naming('--from', notABook(from)), naming('--to', notABook(to))]
    if (reasons.some((reason) => reason !== undefined))
      throw new Failure(
        'configuration',
        reasons.filter((reason) => reason !== undefined).join('\n'),
      )
    await withBook('--from', from, 'read', async (source) => {
      if (await isSameBook(from, to))
        throw new Failure('configuration', `--from and --to name the same book, ${source.name}.`)
      await withBook('--to', to, 'create', (copy) => copyAndAudit(source, copy))
    })
  })

function bookOption(flag: Flag, description: string, variable: string): Option {
  return new Option(`${flag} <book>`, `${description}: a SQLite file, or postgres://…`).env(
    variable,
  )
}

/** What is known of a book that could not be opened speaks of `--database`. */
function naming<T extends string | undefined>(flag: Flag, sentence: T): T {
  return sentence?.replaceAll('--database', flag) as T
}

async function withBook<T>(
  flag: Flag,
  book: string,
  mode: StoreMode,
  use: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    return await withStore(book, mode, use)
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    throw new StoreError(error.trouble, naming(flag, error.message), error)
  }
}

async function isSameBook(from: string, to: string): Promise<boolean> {
  if (isPostgres(from) !== isPostgres(to)) return false
  if (!isPostgres(from)) return (await fileOf(from)) === (await fileOf(to))
  const { isSameDatabase } = await import('../store/postgres/identity.ts')
  return isSameDatabase(from, to)
}

/** Two equal texts: the same file, whatever it is called. */
async function fileOf(path: string): Promise<string> {
  const file = await stat(path, { bigint: true }).catch(() => undefined)
  return file === undefined ? '' : `${file.dev} ${file.ino}`
}

async function copyAndAudit(source: Store, copy: Store): Promise<void> {
  const compare = (): Promise<Agreement> =>
    showing('comparing', copy, (step) => compareBooks(source, copy, 0, step))
  const before = agreed(await compare())
  // Nothing that is spoilt is copied: a book forgets nothing.
  const audited = await audit(source)
  const reached = agreed(
    await showing('copying', source, (step) => copyBook(source, copy, before, step)),
  )
  const position = agreed(await compare())
  print(
    reached === before
      ? `${copy.name}: nothing to copy, it has all ${before} entries`
      : `${copy.name}: copied positions ${before + 1} to ${reached}`,
  )
  if (position > audited)
    tell(`${source.name} has grown by ${position - audited} meanwhile; copied too.`)
  const last = position > audited ? await audit(source) : audited
  print(`${source.name}: ${last} entries, no difference`)
  print(`${copy.name}: ${await audit(copy)} entries, no difference`)
  print(`Both have the same ${position} entries, to the byte.`)
  const head = await source.head()
  if (head.position > position)
    tell(`${source.name} has grown to position ${head.position} since: run the same command again.`)
}

/** The position up to which two books agree; a copy that has another past is none. */
function agreed({ position, difference }: Agreement): number {
  if (difference === undefined) return position
  throw new Failure(
    'refused',
    `Position ${position}: ${difference} A copy goes on only after the same entries: name another book with --to.`,
  )
}

async function audit(store: Store): Promise<number> {
  const { position, difference } = await auditBook(store)
  if (difference === undefined) return position
  throw new Failure(
    'refused',
    `${store.name}, position ${difference.position}: ${difference.message}`,
  )
}

/** Has a bar show how much of a book some work has done. */
async function showing<T>(
  label: string,
  store: Store,
  work: (step: (done: number) => void) => Promise<T>,
): Promise<T> {
  const { position } = await store.head()
  const bar = progress(label, position)
  try {
    return await work(bar.step)
  } finally {
    bar.end()
  }
}
