import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import {
  checkpointText,
  parseCheckpoint,
  parseNote,
  verifierKeyOf,
} from '../../../src/domain/checkpoint.ts'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../src/book/store/store.ts'
import { run, startServer } from '../../support/cli.ts'
import { isConsistent } from '../../support/merkle-proofs.ts'
import { newDatabase, testServer } from '../../support/postgres/database.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { fillSmallBook, makeSmallBook } from '../../support/small-book.ts'
import {
  checkpointOver,
  cosignatureLine,
  privateKeyOf,
  testKey,
  testSigner,
  witnessKey,
} from '../../support/test-signer.ts'
import { readProof } from '../../support/tlog-proof.ts'

const small = sharedBook(makeSmallBook)
const otherKey = privateKeyOf(Buffer.alloc(32, 7))
const keyOf = (name: string, key = witnessKey) => cosignatureLine(name, key, '', 0).verifierKey
const publisher = ['--checkpoint-key', verifierKeyOf(testSigner)]
const first = ['--witness-key', keyOf('witness.example/w1')]
const second = ['--witness-key', keyOf('other.example/w2', otherKey)]

async function textOf(store: Store, size = 3): Promise<string> {
  const digests = (await Array.fromAsync(store.storedEntries(0))).flat().map((one) => one.digest)
  return checkpointText(checkpointOver(digests.slice(0, size)))
}

/** The small book in a folder of its own, and its checkpoint of some entries. */
async function bookAndText(t: TestContext, size = 3) {
  const book = copyOf(t, small())
  const store = await openSqliteStore(book, { mode: 'read' })
  const text = await textOf(store, size)
  await store.close()
  return { book, cwd: dirname(book), text }
}

const time = 1784505600

function lineOf(text: string, name = 'witness.example/w1', key = witnessKey, at = time): string {
  return cosignatureLine(name, key, text, at).line
}

async function cosign(cwd: string, note: string, ...args: readonly string[]) {
  writeFileSync(join(cwd, 'note.txt'), note)
  return run(['cosign', 'note.txt', ...args], { cwd })
}

test('cosign keeps the signatures of known keys, and adds those of another run for the same checkpoint', async (t) => {
  const { book, cwd, text } = await bookAndText(t)
  const signed = testSigner.sign(text)
  const stranger = lineOf(text, 'stranger.example', otherKey)
  const one = await cosign(cwd, signed + stranger + lineOf(text), ...publisher, ...first)
  assert.equal(
    one.stdout,
    'ratebook.db keeps the checkpoint of 3 entries, signed by rates.example, witness.example/w1\n',
  )
  const otherLine = lineOf(text, 'other.example/w2', otherKey)
  const two = await cosign(cwd, signed + otherLine, ...publisher, ...second)
  assert.match(two.stdout, /signed by rates\.example, other\.example\/w2, witness\.example\/w1\n$/)
  const store = await openSqliteStore(book, { mode: 'read' })
  assert.equal(await store.keptCheckpoint(), signed + otherLine + lineOf(text))
  await store.close()
})

test('cosign takes no key of the publisher for that of a witness, and no key under two names', async (t) => {
  const { book, cwd, text } = await bookAndText(t)
  const witness = (key: string) => ['--witness-key', key]
  const renamed = lineOf(text, 'witness.example/w1', testKey)
  const again = lineOf(text, 'again.example')
  const cases = [
    [witness(verifierKeyOf(testSigner)), '', /rates\.example is a key of rates\.example, the pub/],
    [witness(keyOf('rates.example', otherKey)), '', /is a key of rates\.example, the publisher/],
    [witness(keyOf('witness.example/w1', testKey)), renamed, /w1 is a key of rates\.example, the /],
    [[...first, ...witness(keyOf('again.example'))], lineOf(text) + again, /the same key as .*w1;/],
  ] as const
  for (const [args, lines, sentence] of cases) {
    const note = testSigner.sign(text) + lines
    const { code, stdout, stderr } = await cosign(cwd, note, ...publisher, ...args)
    assert.deepEqual([code, stdout], [64, ''], stderr)
    assert.match(stderr, sentence)
  }
  assert.equal(await keptBy(book), undefined)
})

test('cosign takes a newer signature of a witness, and refuses an older one', async (t) => {
  const { book, cwd, text } = await bookAndText(t)
  const signed = testSigner.sign(text)
  const at = (seconds: number) =>
    signed + lineOf(text, 'witness.example/w1', witnessKey, time + seconds)
  for (const seconds of [0, 60, 60])
    assert.equal((await cosign(cwd, at(seconds), ...publisher, ...first)).code, 0)
  const { code, stderr } = await cosign(cwd, at(59), ...publisher, ...first)
  assert.equal(code, 65)
  assert.match(
    stderr,
    /^note\.txt has an older signature of witness\.example\/w1 than ratebook\.db keeps: /,
  )
  assert.equal(await keptBy(book), at(60))
  const extended = `${text}more\n`
  const other = testSigner.sign(extended) + lineOf(extended)
  const replaced = await cosign(cwd, other, ...publisher, ...first)
  assert.equal(replaced.code, 65)
  assert.match(replaced.stderr, /keeps a checkpoint of 3 entries with other lines than note\.txt/)
  assert.equal(await keptBy(book), at(60))
})

async function keptBy(book: string): Promise<string | undefined> {
  const store = await openSqliteStore(book, { mode: 'read' })
  try {
    return await store.keptCheckpoint()
  } finally {
    await store.close()
  }
}

test('cosign: the server gives the checkpoint and proofs with the signatures of witnesses, without a restart', async (t) => {
  const { cwd, text } = await bookAndText(t)
  const server = await startServer(t, [], { cwd })
  assert.equal((await fetch(`${server.address}/checkpoint/cosigned`)).status, 404)
  const note = testSigner.sign(text) + lineOf(text)
  const { code, stderr } = await cosign(cwd, note, ...publisher, ...first)
  assert.equal(code, 0, stderr)
  for (const path of ['/checkpoint', '/checkpoint/cosigned'])
    assert.equal(await (await fetch(server.address + path)).text(), note)
  const proof = readProof(await (await fetch(`${server.address}/evidence/p3-1/proof`)).text())
  assert.deepEqual(proof.note, parseNote(note))
  const receipt = await fetch(`${server.address}/evidence/p3-1`)
  assert.equal(receipt.status, 200)
})

test('a witness takes the answer of /checkpoint/consistency, and the documented commands give its signature to cosign', async (t) => {
  const { cwd } = await bookAndText(t)
  const key = (await run(newKey, { cwd })).stdout.trimEnd()
  const server = await startServer(t, signing, { cwd })
  const request = await (await fetch(`${server.address}/checkpoint/consistency?from=2`)).text()
  const { line } = witnessed(request, rootOfFirst((await bookAndText(t, 2)).text))
  writeFileSync(join(cwd, 'request.txt'), request)
  writeFileSync(join(cwd, 'signatures.txt'), line)
  const guide = readFileSync(new URL('../../../docs/checkpoints.md', import.meta.url), 'utf8')
  const [, joinFiles = ''] = /^(sed .*> cosigned\.txt)$/m.exec(guide) ?? []
  assert.equal(spawnSync('sh', ['-c', joinFiles], { cwd }).status, 0)
  const { code, stderr } = await run(
    ['cosign', 'cosigned.txt', '--checkpoint-key', key, ...first],
    { cwd },
  )
  assert.equal(code, 0, stderr)
  const cosigned = await (await fetch(`${server.address}/checkpoint/cosigned`)).text()
  assert.equal(cosigned, request.slice(request.indexOf('\n\n') + 2) + line)
})

const newKey = ['setup', '--new-key', 'signing.key', '--origin', 'rates.example']
const signing = ['--signing-key', 'signing.key', '--origin', 'rates.example']

/** The answer of a witness that has signed two entries (C2SP `tlog-witness`). */
function witnessed(request: string, root: Uint8Array) {
  const end = request.indexOf('\n\n')
  const [old, ...proof] = request.slice(0, end).split('\n')
  const note = parseNote(request.slice(end + 2))
  assert.ok(!('problem' in note))
  const checkpoint = parseCheckpoint(note.text)
  assert.ok(!('problem' in checkpoint))
  assert.equal(old, 'old 2')
  const hashes = proof.map((one) => Buffer.from(one, 'base64'))
  const head = { size: checkpoint.size, root: Buffer.from(checkpoint.root, 'base64') }
  assert.ok(isConsistent({ size: 2, root }, head, hashes))
  return cosignatureLine('witness.example/w1', witnessKey, note.text, 1784505600)
}

function rootOfFirst(text: string): Uint8Array {
  return Buffer.from(text.split('\n')[2] ?? '', 'base64')
}

test('cosign in PostgreSQL, and a copy keeps the checkpoint', async (t) => {
  const server = await testServer()
  const url = await newDatabase(server)
  const name = new URL(url).pathname.slice(1)
  t.after(() => server.sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  const { cwd } = await bookAndText(t)
  const store = await openPostgresStore(url, { mode: 'read' })
  const text = await textOf(store)
  const note = testSigner.sign(text) + lineOf(text)
  const { code, stderr } = await cosign(cwd, note, ...publisher, ...first, '--database', url)
  assert.equal(code, 0, stderr)
  assert.equal(await store.keptCheckpoint(), note)
  await store.close()
})

test('cosign refuses what it cannot verify, and keeps nothing', async (t) => {
  const { book, cwd, text } = await bookAndText(t)
  const signed = testSigner.sign(text)
  const cosigned = signed + lineOf(text)
  const wrongTime = cosigned.replace('AABqXW', 'AABqXX')
  const otherText = text.replace('\n3\n', '\n2\n')
  const rewritten = testSigner.sign(otherText) + lineOf(otherText)
  const ahead = text.replace('\n3\n', '\n4\n')
  const empty = checkpointText(checkpointOver([]))
  const cases = [
    [cosigned, publisher, 64, /^Give --checkpoint-key KEY and --witness-key KEY/],
    [cosigned, first, 64, /^Give --checkpoint-key KEY and --witness-key KEY/],
    [cosigned, [...publisher, '--witness-key', 'x'], 64, /^--witness-key x is not a verifier key/],
    [signed, [...publisher, ...first], 65, /it is not signed by witness\.example\/w1/],
    [cosigned, [...publisher, ...first, ...second], 65, /it is not signed by other\.example\/w2/],
    [wrongTime, [...publisher, ...first], 65, /signature of witness\.example.* does not match/],
    [`${text}\n${lineOf(text)}`, [...publisher, ...first], 65, /not signed by rates\.example/],
    [
      testSigner.sign(empty) + lineOf(empty),
      [...publisher, ...first],
      65,
      /note\.txt is of an empty book/,
    ],
    ['no note', [...publisher, ...first], 65, /note\.txt is not a valid checkpoint/],
    [rewritten, [...publisher, ...first], 74, /position 2 .* has the root .* was changed/],
    [testSigner.sign(ahead) + lineOf(ahead), [...publisher, ...first], 74, /ends at position 3/],
  ] as const
  for (const [note, args, expected, message] of cases) {
    const { code, stdout, stderr } = await cosign(cwd, note, ...args)
    assert.deepEqual([code, stdout], [expected, ''], stderr)
    assert.match(stderr.trimEnd(), message)
  }
  const store = await openSqliteStore(book, { mode: 'read' })
  assert.equal(await store.keptCheckpoint(), undefined)
  await store.close()
})

test('cosign refuses a checkpoint that is earlier than the one that the book keeps', async (t) => {
  const { cwd, text } = await bookAndText(t)
  const earlier = (await bookAndText(t, 2)).text
  await cosign(cwd, testSigner.sign(text) + lineOf(text), ...publisher, ...first)
  const note = testSigner.sign(earlier) + lineOf(earlier)
  const { code, stderr } = await cosign(cwd, note, ...publisher, ...first)
  assert.equal(code, 65)
  assert.match(
    stderr,
    /^ratebook\.db keeps a later checkpoint, of 3 entries, in place of note\.txt, of 2\.\n$/,
  )
})
