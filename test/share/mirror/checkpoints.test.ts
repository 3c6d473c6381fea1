import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkpointText, createSigner } from '../../../src/domain/checkpoint.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { checkpointOver, privateKeyOf, testSigner } from '../../support/test-signer.ts'
import { logFiles, signedCheckpoint, type LogFiles } from './log-server.ts'
import { editedEntries, mirrorOf } from './test-mirror.ts'

const edited = editedEntries()

async function keptIn(path: string): Promise<string | undefined> {
  const store = await openSqliteStore(path, { mode: 'read' })
  try {
    return await store.keptCheckpoint()
  } finally {
    await store.close()
  }
}

const other = createSigner('other.example', privateKeyOf(Buffer.alloc(32, 1)))

test('a mirror with a key has what the newest checkpoint covers, and keeps that checkpoint', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, [])
  assert.equal((await log.again()).exitCode, 69)
  for (const [size, signed] of [
    [10, 10],
    [23, 20],
  ] as const) {
    const note = signedCheckpoint(entries.slice(0, signed))
    log.change(logFiles(entries.slice(0, size)).set('/checkpoint', note))
    assert.deepEqual(await log.again({}, testSigner), { position: signed })
    assert.equal(await keptIn(log.path), note)
  }
  // The operator restarts without the key: the note that was kept is still true.
  log.change(logFiles(entries))
  assert.deepEqual(await log.again(), { position: 23 })
  assert.equal(await keptIn(log.path), signedCheckpoint(entries.slice(0, 20)))
})

test('only the verified signature of a checkpoint is kept, and nothing that a run without a key has read', async (t) => {
  const log = await mirrorOf(t, [])
  const entries = edited()
  const signed = signedCheckpoint(entries)
  const forged = `— witness.example/w1 ${Buffer.alloc(76).toString('base64')}\n`
  log.change(logFiles(entries).set('/checkpoint', signed + forged))
  assert.equal((await log.again({}, testSigner)).position, entries.length)
  assert.equal(await keptIn(log.path), signed)
  log.change(
    logFiles(entries).set('/checkpoint', signed.replaceAll('rates.example', 'evil.example')),
  )
  assert.equal((await log.again()).exitCode, undefined)
  assert.equal(await keptIn(log.path), signed)
})

test('an entry that is published between the log and the checkpoint is read, too', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, [])
  const [before, after] = [logFiles(entries.slice(0, 22)), logFiles(entries)]
  const files: LogFiles = before.set('/checkpoint', (response) => {
    log.change(after.set('/checkpoint', signedCheckpoint(entries)))
    response.end(signedCheckpoint(entries))
  })
  log.change(files)
  assert.deepEqual(await log.again({}, testSigner), { position: 23 })
})

const root = checkpointOver(['0'.repeat(64)]).root
const refusals = [
  {
    what: 'of another key',
    note: (notes: Notes) => notes.by(other),
    exitCode: 65,
    reason: /is not signed by rates\.example/,
  },
  {
    what: 'with another root',
    note: () => testSigner.sign(checkpointText({ origin: testSigner.name, size: 9, root })),
    exitCode: 65,
    reason: /another past: its root of 9 entries is .* Nothing of the log was appended/,
  },
  {
    what: 'of more entries than the log has',
    note: ({ all }: Notes) => all,
    exitCode: 75,
    reason:
      /is about 23 entries, and the log ends at position 20: the log lags, or it was truncated/,
  },
  {
    what: 'that is no note',
    note: () => 'no note\n',
    exitCode: 65,
    reason: /is not a valid checkpoint/,
  },
  {
    what: 'without an end',
    note: () => 'x'.repeat(1_000_000),
    exitCode: 65,
    reason: /is not a valid checkpoint: it has more than 65536 bytes/,
  },
  {
    what: 'that is not there',
    note: () => undefined,
    exitCode: 65,
    reason: /There is no checkpoint at .*nothing says that rates\.example signs the log/,
  },
]
type Notes = { readonly all: string; readonly by: (signer: typeof testSigner) => string }

for (const { what, note, exitCode, reason } of refusals)
  test(`a checkpoint ${what} is refused, and nothing that it does not cover is appended`, async (t) => {
    const entries = edited()
    const log = await mirrorOf(t, entries.slice(0, 10))
    const text = note({
      all: signedCheckpoint(entries),
      by: (signer) => signedCheckpoint(entries.slice(0, 20), signer),
    })
    const files = logFiles(entries.slice(0, 20))
    log.change(text === undefined ? files : files.set('/checkpoint', text))
    const { message = '', ...result } = await log.again({}, testSigner)
    assert.match(message, reason)
    assert.deepEqual(result, { position: 10, exitCode })
    assert.equal(await keptIn(log.path), undefined)
  })

test('a checkpoint that is older than the kept one is named as older, and nothing is lost', async (t) => {
  const entries = edited()
  const log = await mirrorOf(t, [])
  const newest = signedCheckpoint(entries)
  log.change(logFiles(entries).set('/checkpoint', newest))
  assert.deepEqual(await log.again({}, testSigner), { position: 23 })
  log.change(logFiles(entries).set('/checkpoint', signedCheckpoint(entries.slice(0, 20))))
  for (const signer of [testSigner, undefined]) {
    const { message = '', ...result } = await log.again({}, signer)
    assert.deepEqual(result, { position: 23, exitCode: 75 })
    assert.match(message, /about 20 entries, and \S+ keeps a checkpoint of 23: .* is older/)
  }
  assert.equal(await keptIn(log.path), newest)
})

test('without a key, the entries are appended at once, and a checkpoint with another root is refused', async (t) => {
  const log = await mirrorOf(t, edited().slice(0, 10))
  const note = testSigner.sign(checkpointText({ origin: testSigner.name, size: 9, root }))
  log.change(logFiles(edited()).set('/checkpoint', note))
  const { message = '', ...result } = await log.again()
  assert.deepEqual(result, { position: 23, exitCode: 65 })
  assert.match(message, /Do not rely on .*mirror\.db until/)
  assert.equal(await keptIn(log.path), undefined)
})
