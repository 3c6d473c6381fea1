import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { storeContract } from './contract.ts'
import { changeBook } from './sqlite-books.ts'

storeContract('sqlite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'ratebook-'))
  const path = join(directory, 'book.db')
  const stores: Store[] = []
  const open = async (mode: 'create' | 'write') => {
    const store = await openSqliteStore(path, { mode })
    stores.push(store)
    return store
  }
  return {
    store: await open('create'),
    reopen: () => open('write'),
    async change(sql) {
      changeBook(path, sql.replaceAll('BODY', 'body').replace(/(:\d\d)Z/, '$1.000Z'))
      return Promise.resolve()
    },
    async end() {
      await Promise.all(stores.map((store) => store.close()))
      await rm(directory, { recursive: true })
    },
  }
})
