import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { dropDatabase, newDatabase, testServer } from '../support/postgres/database.ts'
import { setOddly } from '../support/postgres/odd-settings.ts'
import { storeContract } from './contract.ts'

storeContract('postgresql', async () => {
  const server = await testServer()
  const url = await newDatabase(server)
  // Nothing of ours may depend on what its operator has set.
  await setOddly(server, url)
  const stores: Store[] = []
  const open = async (mode: 'create' | 'write') => {
    const store = await openPostgresStore(url, { mode })
    stores.push(store)
    return store
  }
  return {
    store: await open('create'),
    reopen: () => open('write'),
    async end() {
      await Promise.all(stores.map((store) => store.close()))
      await dropDatabase(server, url)
    },
  }
})
