import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { newDatabase, testServer } from '../../support/postgres/database.ts'
import { changeBook } from '../../support/postgres/change-book.ts'
import { inSession } from '../../support/postgres/query.ts'
import { setUnusual } from '../../support/postgres/unusual-settings.ts'
import { storeContract } from './contract.ts'

/** Databases without a book. They are reused, because creating one takes longer than a test. */
const emptyDatabases: string[] = []

async function emptyDatabase(): Promise<string> {
  const empty = emptyDatabases.pop()
  if (empty !== undefined) return empty
  const server = await testServer()
  const url = await newDatabase(server)
  // The store must not depend on the settings of the database.
  await setUnusual(server, url)
  return url
}

storeContract('postgresql', async () => {
  const url = await emptyDatabase()
  const stores: Store[] = []
  const open = async (mode: 'create' | 'write') => {
    const store = await openPostgresStore(url, { mode })
    stores.push(store)
    return store
  }
  return {
    store: await open('create'),
    reopen: () => open('write'),
    change: (sql) =>
      changeBook(
        url,
        sql.replaceAll('BODY', 'body_text').replaceAll(' entry ', ' ratebook.entry '),
      ),
    async end() {
      await Promise.all(stores.map((store) => store.close()))
      await inSession(url, (query) => query('DROP SCHEMA ratebook CASCADE'))
      emptyDatabases.push(url)
    },
  }
})
