import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { append, dryRunStore, type Appender } from '../../../src/book/publish/append.ts'
import { readBook } from '../../../src/book/publish/context-from-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import { lineLimit, logLine } from '../../../src/domain/stored-entry.ts'
import { linesOf, logLimits } from '../../../src/share/mirror/read-log.ts'
import { instantAt } from '../../support/instant-source.ts'
import { at } from '../../support/sample-market.ts'
import { checked, registered, sheet } from '../store/drafts.ts'
import { temporaryDirectory } from '../store/sqlite-books.ts'

const when = '2026-06-02T06:00:00Z'

/** A failed run with a message of some characters. */
const failed = (length: number): Draft => ({
  ...(checked('alpha', when) as Extract<Draft, { kind: 'rates-checked' }>),
  outcome: 'failed',
  origin: {
    source: { file: 'lk/alpha.yaml', digest: 'ab'.repeat(32) },
    captures: [],
    nextDue: at('2026-06-03T06:00:00Z'),
  },
  message: 'x'.repeat(length),
})

/** Enters a draft, as each command does: a decider refuses if its instant has a problem. */
async function enter(store: Appender, ...drafts: readonly Draft[]): Promise<string> {
  const done = await append(
    store,
    instantAt(when),
    async (reader) => ({ book: await readBook(reader, 'alpha') }),
    (_, { problem }) => (problem === undefined ? { drafts } : { report: problem }),
  )
  return 'report' in done ? `${done.report.code}: ${done.report.message}` : 'entered'
}

test('an entry whose line no mirror would read is refused, one byte shorter it is entered and read', async (t) => {
  const path = join(temporaryDirectory(t), 'book.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  t.after(() => store.close())
  assert.equal(await enter(store, registered('alpha', '2026-06-01T06:00:00Z')), 'entered')
  assert.equal(await enter(store, failed(1)), 'entered')
  const lines = async () => (await Array.fromAsync(store.storedEntries(0))).flat().map(logLine)
  const longest = lineLimit - Buffer.byteLength((await lines()).at(-1) ?? '') + 1
  const tooLarge = /^too-large: The entry would be larger than 16 MiB, .* list fewer offers/
  const refused = [failed(longest + 1), heldWith(lineLimit)]
  for (const draft of refused) {
    assert.match(await enter(dryRunStore(store), draft), tooLarge)
    assert.match(await enter(store, failed(1), draft), tooLarge)
  }
  assert.equal((await store.head()).position, 2)
  assert.equal(await enter(store, failed(longest)), 'entered')
  const [text = ''] = (await lines()).slice(-1)
  assert.equal(Buffer.byteLength(text), lineLimit)
  const read = async (line: string) =>
    Array.fromAsync(linesOf('/log/0', Readable.from([Buffer.from(`${line}\n`)]), logLimits.line))
  assert.deepEqual(await read(text), [text])
  await assert.rejects(read(`${text} `), /longer than 16777216 bytes/)
})

/** A held sheet: its line has no body, but that of its approval has. */
function heldWith(length: number): Draft {
  const findings = [{ rule: 'large-move', message: 'x'.repeat(length) }] as const
  const held = sheet('alpha', '2026-06-02T05:00:00Z', [])
  const head = { ...checked('alpha', when), kind: 'sheet-held' as const }
  return { ...head, sheet: held, findings: [...findings], comparedWith: 0, reviewers: 1 }
}
