import { isPostgres } from '../store/postgres/address.ts'
import { Failure } from './failure.ts'
import { notABook } from './open-store.ts'
import { command, type DatabaseOption } from './options.ts'
import { print } from './output.ts'

export default command(
  'setup',
  'create the roles ratebook_publisher and ratebook_reader for a book in PostgreSQL, and the book if there is none',
  'ratebook setup --database postgres://postgres@db.example/rates',
).action(async ({ database }: DatabaseOption) => {
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
})
