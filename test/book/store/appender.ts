import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { StoreError } from '../../../src/book/store/store.ts'
import { checked } from './drafts.ts'

// Appends five entries at a time, and prints their positions once the append is acknowledged:
// node appender.ts PATH APPENDS
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
  process.stderr.write(error.kind)
  process.exitCode = 1
}
