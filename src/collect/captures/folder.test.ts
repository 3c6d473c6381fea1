import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { flipBit, temporaryDirectory } from '../../../test/book/store/sqlite-books.ts'
import { capturesContract } from '../../../test/collect/captures/contract.ts'
import { bodyLimit, CapturesError } from './captures.ts'
import { openCapturesFolder } from './folder.ts'

capturesContract('a folder', (t) => openCapturesFolder(join(temporaryDirectory(t), 'captures')))

const body = Buffer.from('<table><tr><td>12 months<td>8.50%</table>')

test('a body is one file named by its digest, which gzip itself can read', async (t) => {
  const folder = temporaryDirectory(t)
  const digest = await openCapturesFolder(folder).put(body)
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile())
  assert.equal(files.length, 1)
  const path = join(folder, 'sha256', digest.slice(0, 2), `${digest}.gz`)
  assert.deepEqual(execFileSync('gzip', ['-dc', path]), body)
})

test('an equal body is stored once, and replaces a damaged file', async (t) => {
  const folder = temporaryDirectory(t)
  const captures = openCapturesFolder(folder)
  const digest = await captures.put(body)
  const path = join(folder, 'sha256', digest.slice(0, 2), `${digest}.gz`)
  const stored = readFileSync(path)
  flipBit(path, 30)
  await assert.rejects(captures.get(digest), CapturesError)
  assert.equal(await captures.put(body), digest)
  assert.deepEqual(readFileSync(path), stored)
  assert.equal(globSync('sha256/*/*', { cwd: folder }).length, 1)
})

test('a flipped bit in any byte never gives another body', async (t) => {
  const folder = temporaryDirectory(t)
  const captures = openCapturesFolder(folder)
  const digest = await captures.put(body)
  const path = join(folder, 'sha256', digest.slice(0, 2), `${digest}.gz`)
  let refused = 0
  for (let index = 0; index < statSync(path).size; index++) {
    flipBit(path, index, index % 8)
    try {
      assert.deepEqual(Buffer.from((await captures.get(digest)) ?? []), body, `byte ${index}`)
    } catch (error) {
      assert.ok(error instanceof CapturesError, String(error))
      assert.equal(error.kind, 'disk')
      assert.ok(error.message.includes(path), error.message)
      refused++
    }
    flipBit(path, index, index % 8)
  }
  assert.ok(refused > body.length / 2, `${refused}`)
})

const wrong: readonly (readonly [string, Uint8Array])[] = [
  ['an empty file', new Uint8Array()],
  ['another text', Buffer.from('another text')],
  ['another body', gzipSync('another body')],
  ['a decompression bomb', gzipSync(Buffer.alloc(bodyLimit + 1))],
]
for (const [what, bytes] of wrong) {
  test(`${what} in place of a body is refused, and the message says what to do`, async (t) => {
    const folder = temporaryDirectory(t)
    const captures = openCapturesFolder(folder)
    const digest = await captures.put(body)
    writeFileSync(join(folder, 'sha256', digest.slice(0, 2), `${digest}.gz`), bytes)
    await assert.rejects(captures.get(digest), (error) => {
      assert.ok(error instanceof CapturesError)
      assert.match(error.message, /is damaged: .* Restore this file from a backup\./)
      return true
    })
  })
}

test('a body that is too large is an error of the program', async (t) => {
  const captures = openCapturesFolder(temporaryDirectory(t))
  await assert.rejects(captures.put(Buffer.alloc(bodyLimit + 1)), RangeError)
})

test('a folder that cannot be used is named', async (t) => {
  const folder = temporaryDirectory(t)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await assert.rejects(openCapturesFolder(file).put(body), (error) => {
    assert.ok(error instanceof CapturesError)
    assert.equal(error.kind, 'configuration')
    assert.ok(error.message.includes(file), error.message)
    return true
  })
  const locked = join(folder, 'locked')
  mkdirSync(locked)
  const captures = openCapturesFolder(locked)
  const digest = await captures.put(body)
  const path = join(locked, 'sha256', digest.slice(0, 2), `${digest}.gz`)
  rmSync(path)
  mkdirSync(path)
  chmodSync(path, 0o755)
  await assert.rejects(captures.get(digest), CapturesError)
})
