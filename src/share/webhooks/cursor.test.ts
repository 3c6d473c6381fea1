import assert from 'node:assert/strict'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { Failure, exitCodes } from '../../domain/failure.ts'
import { lockFile } from './state-file.ts'
import { readCursor, writeCursor, type Cursor } from './cursor.ts'

const webhook = 'https://receiver.example/hook'
const cursor: Cursor = { webhook, after: 'p12-3', position: 20, digest: 'abc' }

const isConfigurationFailure = (message: RegExp) => (error: unknown) =>
  error instanceof Failure &&
  error.exitCode === exitCodes.configuration &&
  message.test(error.message) &&
  !error.message.includes('\n')

test('a cursor is read as it was written, and nobody else may read it', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'cursor')
  assert.equal(await readCursor(path, webhook), undefined)
  await writeCursor(path, { ...cursor, after: '12' })
  await writeCursor(path, cursor)
  assert.deepEqual(await readCursor(path, webhook), cursor)
  assert.equal(readFileSync(path, 'utf8'), `${JSON.stringify(cursor)}\n`)
  assert.deepEqual([statSync(path).mode & 0o777, readdirSync(folder)], [0o600, ['cursor']])
})

test('a half-written cursor of a process that was killed does not matter', async (t) => {
  const path = join(temporaryDirectory(t), 'cursor')
  await writeCursor(path, cursor)
  writeFileSync(`${path}.new`, '{"webhook":')
  assert.deepEqual(await readCursor(path, webhook), cursor)
  await writeCursor(path, { ...cursor, after: '13' })
  assert.deepEqual(await readCursor(path, webhook), { ...cursor, after: '13' })
  // As an earlier version stored it.
  await writeCursor(path, { ...cursor, after: '12.3' })
  assert.deepEqual(await readCursor(path, webhook), { ...cursor, after: '12.3' })
})

test('a device is no cursor, and is not read', async () => {
  await assert.rejects(
    readCursor('/dev/zero', cursor.webhook),
    /^Failure: The cursor \/dev\/zero cannot be read: it is no file of at most \d+ bytes\.$/,
  )
})

test('a damaged cursor, and that of another webhook, are refused with one sentence', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'cursor')
  const { after: _, ...incomplete } = cursor
  const texts = [
    '',
    '12.3',
    'null',
    '[]',
    JSON.stringify(cursor).slice(0, -1),
    JSON.stringify(incomplete),
    ...['', '-1', '1.2.3', 'x', 12].map((after) => JSON.stringify({ ...cursor, after })),
    JSON.stringify({ ...cursor, position: '20' }),
    JSON.stringify({ ...cursor, position: 1.5 }),
    JSON.stringify({ ...cursor, digest: null }),
    '\0'.repeat(100),
  ]
  for (const text of texts) {
    writeFileSync(path, text)
    await assert.rejects(readCursor(path, webhook), isConfigurationFailure(/ is damaged; /), text)
  }
  await writeCursor(path, cursor)
  await assert.rejects(
    readCursor(path, `${webhook}2`),
    isConfigurationFailure(/belongs to another webhook URL/),
  )
  mkdirSync(join(folder, 'directory'))
  await assert.rejects(
    readCursor(join(folder, 'directory'), webhook),
    isConfigurationFailure(/cannot be read/),
  )
})

test('a cursor has one lock at a time', (t) => {
  const path = join(temporaryDirectory(t), 'cursor')
  const unlock = lockFile('cursor', path)
  assert.throws(
    () => lockFile('cursor', path),
    isConfigurationFailure(/Another process uses the cursor/),
  )
  unlock()
  lockFile('cursor', path)()
  assert.throws(
    () => lockFile('cursor', join(path, 'nowhere', 'cursor')),
    isConfigurationFailure(/cannot be locked/),
  )
})

test('a cursor and a symbolic link to it are one cursor with one lock, also before there is one', async (t) => {
  const folder = temporaryDirectory(t)
  const [path, link, second] = ['cursor', 'link', 'second'].map((name) => join(folder, name))
  mkdirSync(join(folder, 'here'))
  symlinkSync('../cursor', join(folder, 'here', 'link'))
  symlinkSync(join('here', 'link'), link ?? '')
  symlinkSync('link', second ?? '')
  for (const expected of [undefined, cursor]) {
    const names = [path, link, second] as [string, string, string]
    for (const held of names) {
      const unlock = lockFile('cursor', held)
      for (const name of names)
        assert.throws(() => lockFile('cursor', name), isConfigurationFailure(/Another process/))
      unlock()
      assert.deepEqual(await readCursor(held, webhook), expected)
    }
    await writeCursor(second ?? '', cursor)
    assert.deepEqual(await readCursor(path ?? '', webhook), cursor)
    assert.ok(lstatSync(link ?? '').isSymbolicLink() && lstatSync(second ?? '').isSymbolicLink())
  }
  symlinkSync('loop', join(folder, 'loop'))
  assert.throws(
    () => lockFile('cursor', join(folder, 'loop')),
    isConfigurationFailure(/cannot be locked/),
  )
})
