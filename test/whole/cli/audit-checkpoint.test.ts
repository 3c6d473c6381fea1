import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openPostgresStore } from '../../../src/book/store/postgres/postgres-store.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { checkpointText, createSigner, verifierKeyOf } from '../../../src/domain/checkpoint.ts'
import { exitCodes } from '../../../src/domain/failure.ts'
import { readNote } from '../../../src/share/checkpoints/checkpoint.ts'
import { run, startServer, type CommandResult } from '../../support/cli.ts'
import { newDatabase, testServer } from '../../support/postgres/database.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'
import { fillSmallBook, makeSmallBook } from '../../support/small-book.ts'
import { checkpointOver, privateKeyOf, testSigner } from '../../support/test-signer.ts'

const small = sharedBook(makeSmallBook)
const verifierKey = verifierKeyOf(testSigner)
const passed = '3 entries, no difference\n'

/** The small book in a folder of its own, and a note about one of its positions. */
async function bookAndNote(t: TestContext, { position = 3, origin = 'rates.example' } = {}) {
  const book = copyOf(t, small())
  const store = await openSqliteStore(book, { mode: 'read' })
  const digests = (await Array.fromAsync(store.storedEntries(0))).flat().map((one) => one.digest)
  await store.close()
  const known = checkpointOver(digests.slice(0, position), origin)
  const text = checkpointText({ ...known, size: position })
  return { cwd: dirname(book), note: testSigner.sign(text), root: known.root }
}

/** Audits the book of a folder with a checkpoint in a file. */
async function auditWith(
  cwd: string,
  note: string | Uint8Array,
  ...more: readonly string[]
): Promise<CommandResult> {
  writeFileSync(join(cwd, 'note.txt'), note)
  return run(['audit', '--checkpoint', 'note.txt', ...more], { cwd })
}

/** A server on this machine that ends with the test. */
async function addressOf(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/checkpoint`
}

test('audit --checkpoint: the book contains it, and the line says whether the signature was checked', async (t) => {
  for (const position of [1, 2, 3]) {
    const { cwd, note } = await bookAndNote(t, { position })
    const line = `note.txt: the book contains position ${position} of rates.example; its signature`
    const unchecked = await auditWith(cwd, note)
    assert.equal(unchecked.stderr, '')
    assert.equal(
      unchecked.stdout,
      `${passed}${line} was not checked, because no --checkpoint-key was given\n`,
    )
    const checked = await auditWith(cwd, note, '--checkpoint-key', verifierKey)
    assert.deepEqual([checked.code, checked.stdout], [0, `${passed}${line} is valid\n`])
  }
})

test('audit --checkpoint takes several checkpoints, and one from standard input', async (t) => {
  const { cwd, note } = await bookAndNote(t)
  writeFileSync(join(cwd, 'note.txt'), note)
  const args = ['audit', '--checkpoint', 'note.txt', '--checkpoint', '-']
  const { code, stdout } = await run(args, { cwd, input: note })
  assert.equal(code, 0)
  assert.match(stdout, /\nnote\.txt: the book contains .*\nstandard input: the book contains .*\n$/)
})

test('audit --checkpoint takes an address: that of a server of the same book', async (t) => {
  const book = copyOf(t, small())
  const cwd = dirname(book)
  const setup = ['setup', '--new-key', 'signing.key', '--origin', 'rates.example']
  const key = (await run(setup, { cwd })).stdout.trimEnd()
  const signing = ['--signing-key', 'signing.key', '--origin', 'rates.example']
  const server = await startServer(t, signing, { cwd })
  const address = `${server.address}/checkpoint`
  const args = ['audit', '--checkpoint', address, '--checkpoint-key', key]
  const { code, stdout, stderr } = await run(args, { cwd })
  assert.equal(code, 0, stderr)
  assert.equal(
    stdout,
    `${passed}${address}: the book contains position 3 of rates.example; its signature is valid\n`,
  )
  assert.doesNotMatch(server.stderr(), /have access to/)
})

test('audit --checkpoint: a book that ends before the checkpoint: exit code 74', async (t) => {
  const { cwd, note } = await bookAndNote(t, { position: 4 })
  const { code, stdout, stderr } = await auditWith(cwd, note)
  assert.deepEqual([code, stdout], [74, ''])
  assert.equal(
    stderr,
    'ratebook.db does not contain the checkpoint in note.txt, position 4 of rates.example: the book ends at position 3; restore a backup that contains it.\n',
  )
})

test('audit --checkpoint of a book in PostgreSQL', async (t) => {
  const server = await testServer()
  const url = await newDatabase(server)
  const name = new URL(url).pathname.slice(1)
  t.after(() => server.sql(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  await fillSmallBook(await openPostgresStore(url, { mode: 'create' }))
  const database = ['--database', url]
  const { cwd, note } = await bookAndNote(t)
  const contained = await auditWith(cwd, note, ...database)
  assert.equal(contained.code, 0, contained.stderr)
  assert.match(contained.stdout, /\nnote\.txt: the book contains position 3 of rates\.example;/)
  const { code, stderr } = await auditWith(cwd, note.replace('\n3\n', '\n4\n'), ...database)
  assert.equal(code, 74)
  assert.match(
    stderr,
    /^postgres:.* position 4 of rates\.example: the book ends at position 3; if this is a standby that lags, run it again; otherwise restore a backup that contains it\.\n$/,
  )
})

test('audit --checkpoint: a rewritten book that passes plain audit: exit code 74', async (t) => {
  const { cwd, note } = await bookAndNote(t)
  // The same entries in a book of its own, but one institution is written later.
  const rewritten = join(cwd, 'rewritten.db')
  await fillSmallBook(await openSqliteStore(rewritten, { mode: 'create' }), '2026-01-02T00:00:00Z')
  const database = ['--database', 'rewritten.db']
  assert.equal((await run(['audit', ...database], { cwd })).stdout, passed)
  const { code, stdout, stderr } = await auditWith(cwd, note, ...database)
  assert.deepEqual([code, stdout], [74, ''])
  assert.match(
    stderr,
    /^rewritten\.db does not contain the checkpoint in note\.txt, position 3 of rates\.example: the book has the root [0-9A-Za-z+/]{43}= there, so an entry up to there was changed; restore a backup that contains it\.\n$/,
  )
})

test('audit --checkpoint: a checkpoint that is not valid: exit code 65, and one sentence', async (t) => {
  const { cwd, note, root } = await bookAndNote(t)
  const key = ['--checkpoint-key', verifierKey]
  const otherKey = createSigner('rates.example', privateKeyOf(Buffer.alloc(32, 1)))
  const otherOrigin = (await bookAndNote(t, { origin: 'other.example' })).note
  const cases: readonly (readonly [note: string | Uint8Array, options: string[], RegExp])[] = [
    ['', [], /it is empty\.$/],
    [note.slice(0, -1), [], /it does not end with a newline\.$/],
    [note.replace('\n\n', '\n'), [], /it has no blank line/],
    [note.replaceAll('\n', '\r\n'), [], /line 1 has a control character/],
    [note.replace(root, 'x'), [], /line 3 is "x", not the Base64 of 32 bytes/],
    [`${'x'.repeat(65_536)}\n${note}`, [], /it has more than 65536 bytes\.$/],
    [Buffer.from([0xff, 0x0a]), [], /it is not UTF-8\.$/],
    [note.replace('\n3\n', '\n2\n'), key, /the signature of \S+ does not match the text\.$/],
    [
      note,
      ['--checkpoint-key', verifierKeyOf(otherKey)],
      /it is not signed by rates\.example\+\S+ but by rates\.example\+\S+\.$/,
    ],
    [otherOrigin, key, /its origin is other\.example, and the key is that of rates\.example\.$/],
  ]
  for (const [text, options, problem] of cases) {
    const { code, stdout, stderr } = await auditWith(cwd, text, ...options)
    assert.deepEqual([code, stdout], [65, ''], stderr)
    assert.match(stderr, /^note\.txt is not a valid checkpoint: .*\.\n$/)
    assert.match(stderr.trimEnd(), problem)
  }
  const absent = await run(['audit', '--checkpoint', 'absent.txt'], { cwd })
  assert.equal(absent.code, 65)
  assert.match(absent.stderr, /^No checkpoint can be read from absent\.txt: .*ENOENT.*\.\n$/)
})

test('audit --checkpoint: an address without a checkpoint: exit code 69, and one sentence', async (t) => {
  const { cwd, note } = await bookAndNote(t)
  const answers: readonly (readonly [RequestListener, code: number, message: RegExp])[] = [
    [(_, response) => response.writeHead(404).end(), 69, / has no checkpoint: the answer is 404\./],
    [(_, response) => response.writeHead(503).end(), 69, / answers with status 503\.$/],
    [
      (_, response) => response.writeHead(302, { location: '/other' }).end(note),
      69,
      / redirects to "\/other"; give the address to which it leads\.$/,
    ],
    [(_, response) => response.destroy(), 69, / cannot be read: .*\.$/],
    [(_, response) => response.end('x'.repeat(1_000_000)), 65, /more than 65536 bytes\.$/],
  ]
  for (const [listener, expected, message] of answers) {
    const address = await addressOf(t, listener)
    const { code, stdout, stderr } = await run(['audit', '--checkpoint', address], { cwd })
    assert.deepEqual([code, stdout], [expected, ''], stderr)
    assert.ok(stderr.startsWith(address), stderr)
    assert.match(stderr.trimEnd(), message)
  }
  const nobody = 'http://127.0.0.1:1/checkpoint'
  const { code, stderr } = await run(['audit', '--checkpoint', nobody], { cwd })
  assert.equal(code, 69)
  assert.match(stderr, /^http:\/\/127\.0\.0\.1:1\/checkpoint cannot be read: .*\.\n$/)
})

test('a server that never answers is not waited for longer than ten seconds', async (t) => {
  const asked = Promise.withResolvers<void>()
  const address = await addressOf(t, (_, response) => {
    t.after(() => response.destroy())
    asked.resolve()
  })
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const message = `${address} cannot be read: nothing came for 10 seconds.`
  const reading = assert.rejects(readNote(address), { exitCode: exitCodes.unreachable, message })
  await asked.promise
  t.mock.timers.tick(10_000)
  await reading
})

test('audit --checkpoint: a wrong address or key: exit code 64', async (t) => {
  const { cwd, note } = await bookAndNote(t)
  const misuses: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['--checkpoint', 'http://rates.example/checkpoint'], /give an address with https; http is/],
    [['--checkpoint', 'http://127.0.0.1.example/'], /give an address with https; http is/],
    [['--checkpoint', 'https://a:secret@rates.example/'], /an address without a user name/],
    [['--checkpoint', 'http://['], /is not an address, such as/],
    [['--checkpoint-key', verifierKey], /^--checkpoint-key needs a checkpoint/],
  ]
  for (const [args, message] of misuses) {
    const { code, stdout, stderr } = await run(['audit', ...args], { cwd })
    assert.deepEqual([code, stdout], [64, ''], stderr)
    assert.match(stderr.trimEnd(), message)
    assert.ok(!stderr.includes('secret'))
  }
  for (const key of ['', 'rates.example', verifierKey.replace('r', 's'), `${verifierKey}x`]) {
    const { code, stderr } = await auditWith(cwd, note, '--checkpoint-key', key)
    assert.equal(code, 64, stderr)
    assert.match(stderr, /^--checkpoint-key .* is not a verifier key: .*\.\n$/)
  }
})
