import { isPostgres } from '../store/postgres/address.ts'
import { Failure } from '../domain/failure.ts'
import { makeNewKey } from './new-key.ts'
import { notABook } from './open-store.ts'
import { command, originOption, type DatabaseOption } from './options.ts'
import { print } from './output.ts'

type SetupOptions = DatabaseOption & { readonly newKey?: string; readonly origin?: string }

const example = `ratebook setup --database postgres://postgres@db.example/rates
ratebook setup --new-key signing.key --origin rates.example`

export default command(
  'setup',
  'create the roles ratebook_publisher and ratebook_reader for a book in PostgreSQL, and the book if there is none; or make a key that signs checkpoints',
  example,
)
  .option('--new-key <file>', 'make a key that signs checkpoints; needs --origin, and no book')
  .addOption(originOption())
  .action(async ({ database, newKey, origin }: SetupOptions) => {
    if (newKey === undefined) await setUpBook(database)
    else makeNewKey(newKey, origin)
  })

async function setUpBook(database: string): Promise<void> {
  const reason = notABook(database)
  if (reason !== undefined) throw new Failure('configuration', reason)
  if (!isPostgres(database)) {
    throw new Failure(
      'configuration',
      `${database} is a SQLite file, and SQLite has no roles: file permissions control access to it. Name a book in PostgreSQL: --database postgres://….`,
    )
  }
  const { setUpRoles } = await import('../store/postgres/roles.ts')
  for (const line of await setUpRoles(database)) print(line)
}
