import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { StoreError } from '../../src/store/store.ts'
import { checked } from './drafts.ts'

// A process that appends to a book five entries at a time, and prints the positions of each append
// once it is told that they are on the disk: node appender.ts PATH APPENDS
const [path = '', appends = '0'] = process.argv.slice(2)

try {
  const store = await openSqliteStore(path, { mode: 'create' })
  const five = Array.from({ length: 5 }, () => checked('a'.repeat(500), '2026-06-01T00:00:00Z'))
  for (let i = 0; i < Number(appends); i++) {
    const entries = await store.append(() => Promise.resolve(five))
    process.stdout.write(`${entries.map((entry) => entry.position).join(' ')}\n`)
  }
  await store.close()
} catch (error) {
  if (!(error instanceof StoreError)) throw error
  process.stderr.write(error.trouble)
  process.exitCode = 1
}
