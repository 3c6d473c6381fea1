import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedAfter } from '../../../src/book/store/chain.ts'
import { bookStart, type StoredEntry } from '../../../src/domain/stored-entry.ts'
import { checked, registered } from '../../book/store/drafts.ts'
import { rechained } from '../../support/rechain.ts'
import { logFiles } from './log-server.ts'
import { mirrorOf } from './test-mirror.ts'

/** Two whole pages of a log and a part of a third one. */
const entries: readonly StoredEntry[] = storedAfter(bookStart, [
  registered('alpha', '2026-01-01T00:00:00Z'),
  ...Array.from({ length: 2_049 }, () => checked('alpha', '2026-01-02T00:00:00Z')),
])

/** The log with another remark in one entry, and digests to match from there on. */
function forkedAt(position: number): readonly StoredEntry[] {
  const body = '{"by":"somebody"}'
  return rechained(
    entries.map((entry) => (entry.position === position ? { ...entry, body } : entry)),
  )
}

test('a log of several pages is mirrored, a fork is found pages back, and a log that ends earlier', async (t) => {
  const log = await mirrorOf(t, entries.slice(0, 1_000))
  for (const length of [1_001, 2_000, 2_050]) {
    log.change(logFiles(entries.slice(0, length)))
    assert.deepEqual(await log.again(), { position: length })
  }
  for (const position of [2, 1_000, 1_001, 2_001]) {
    log.change(logFiles(forkedAt(position)))
    const { message = '', ...result } = await log.again()
    assert.deepEqual(result, { position: 2_050, exitCode: 65 }, message)
    assert.match(message, RegExp(`another entry at position ${position} than`))
  }
  log.change(logFiles(entries.slice(0, 1_500)))
  const { message = '', ...result } = await log.again()
  assert.deepEqual(result, { position: 2_050, exitCode: 75 })
  assert.match(message, /no entry at position 2001,/)
})

test('a page with more entries than a page has is refused', async (t) => {
  const log = await mirrorOf(t, [])
  const [first, second] = [...logFiles(entries).values()]
  log.change(new Map([['/log/0', `${first as string}${second as string}`]]))
  const { message = '', ...result } = await log.again()
  assert.deepEqual(result, { position: 1_000, exitCode: 65 })
  assert.match(message, /log\/0 has more than 1000 lines/)
})
