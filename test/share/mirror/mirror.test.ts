import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { verifierKeyOf } from '../../../src/domain/checkpoint.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { serveBook } from '../../support/followed-app.ts'
import { instant } from '../../book/store/drafts.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { testSigner } from '../../support/test-signer.ts'
import { logFiles, serveFiles, signedCheckpoint } from './log-server.ts'
import { editedEntries, mirrorInto } from './test-mirror.ts'

const edited = editedEntries()

test('`mirror` makes a mirror of a static folder, extends it, and says what its checkpoint is worth', async (t) => {
  const cwd = temporaryDirectory(t)
  const entries = edited()
  let files = logFiles(entries.slice(0, 9))
  const { url, requested } = await serveFiles(t, () => files)
  const args = ['mirror', `${url}/`, '--database', 'mirror.db']
  const mirror = async (...more: string[]) => {
    const { code, stdout, stderr } = await run([...args, ...more], { cwd })
    assert.deepEqual([code, stderr], [0, ''])
    return stdout.split('\n')
  }
  assert.deepEqual(await mirror(), [
    `mirror.db: mirrored positions 1 to 9 of ${url}`,
    `${url} has no checkpoint, so nobody has signed these entries`,
    '',
  ])
  files = logFiles(entries).set('/checkpoint', signedCheckpoint(entries.slice(0, 20)))
  assert.deepEqual(await mirror('--checkpoint-key', verifierKeyOf(testSigner)), [
    `mirror.db: mirrored positions 10 to 20 of ${url}`,
    'the checkpoint of 20 entries has the root of the mirror; it is signed by rates.example',
    '',
  ])
  const [first, second] = await mirror()
  assert.equal(first, `mirror.db: mirrored positions 21 to 23 of ${url}`)
  assert.match(
    second ?? '',
    /whose signature was not checked, because no --checkpoint-key was given/,
  )
  assert.deepEqual(new Set(requested), new Set(['/log/0', '/checkpoint']))
  const audited = await run(['audit', '--database', 'mirror.db'], { cwd })
  assert.equal(audited.code, 0)
  assert.match(audited.stdout, /^23 entries, no difference\n/)
})

test('`mirror` refuses addresses that are not those of a log', async (t) => {
  const cwd = temporaryDirectory(t)
  for (const [address, reason] of [
    ['rates.example', /is not an address, such as/],
    ['ftp://rates.example', /is not an address, such as/],
    ['https://user:secret@rates.example', /without a user name and a password/],
    ['https://rates.example/?after=1', /has a \? or a #/],
    ['http://rates.example', /give an address with https/],
  ] as const) {
    const { code, stderr } = await run(['mirror', address], { cwd })
    assert.equal(code, 64)
    assert.match(stderr, reason)
    assert.doesNotMatch(stderr, /secret/)
  }
})

test('a mirror in PostgreSQL, and a log that is away', async (t) => {
  const cwd = temporaryDirectory(t)
  const server = await testServer()
  const database = await newDatabase(server)
  t.after(() => dropDatabase(server, database))
  const env = { RATEBOOK_DATABASE: database }
  const { url } = await serveFiles(t, () => logFiles(edited()))
  const mirrored = await run(['mirror', url], { cwd, env })
  assert.deepEqual([mirrored.code, mirrored.stderr], [0, ''])
  assert.match(mirrored.stdout, /mirrored positions 1 to 23 of/)
  const away = await run(['mirror', `http://127.0.0.1:${await freePort()}`], { cwd, env })
  assert.equal(away.code, 69)
  assert.match(away.stderr, /\/checkpoint cannot be read: .*ECONNREFUSED/)
  assert.equal((await run(['audit'], { cwd, env })).code, 0)
})

test('no command but `mirror` extends a mirror', async (t) => {
  const cwd = temporaryDirectory(t)
  const { url } = await serveFiles(t, () => logFiles(edited()))
  assert.equal((await run(['mirror', url], { cwd })).code, 0)
  for (const args of [
    ['check', 'alpha'],
    ['verify', 'alpha'],
    ['reviewer', 'add', 'nimal', '--name', 'Nimal'],
    ['correct', '--of', '4', '--retract', '--cause', 'wrong-page', '--note', 'wrong'],
  ]) {
    const { code, stderr } = await run(args, { cwd })
    assert.equal(code, 78, `${args.join(' ')}: ${stderr}`)
    assert.match(
      stderr,
      RegExp(`ratebook\\.db mirrors ${url}, and only .ratebook mirror. extends it`),
    )
  }
})

test('a server is mirrored, and the server of the mirror, with the checkpoint of the operator', async (t) => {
  const folder = temporaryDirectory(t)
  const paths = ['operator.db', 'mirror.db', 'second.db'].map((name) => join(folder, name))
  const [operator = '', ...mirrors] = paths
  const store = await openSqliteStore(operator, { mode: 'create' })
  assert.equal(await store.appendStored(edited()), true)
  await store.close()
  const now = after(instant(edited().at(-1)?.at ?? ''), dayLength)
  let url = await serveBook(t, operator, now, { checkpointSigner: testSigner, basePath: '/ke' })
  url += '/ke'
  for (const mirror of mirrors) {
    assert.deepEqual(await mirrorInto(mirror, url, {}, testSigner), { position: 23 })
    url = await serveBook(t, mirror, now)
  }
  for (const [path, text] of logFiles(edited()).set('/checkpoint', signedCheckpoint(edited())))
    assert.equal(await (await fetch(`${url}${path}`)).text(), text)
})
