import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../store/sqlite-books.ts'
import { run, runAlone } from '../support/cli.ts'
import { makeSampleBook, sharedBook } from '../support/sample-book.ts'

const book = sharedBook(makeSampleBook)
const release = (folder: string) => run(['release', folder, '--database', book()])

/** Every file of a folder, as the digest of its bytes. */
function digestsOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  )
}

test('a release has all files, and the same bytes at another time and place', async (t) => {
  const folder = temporaryDirectory(t)
  const [one, other] = [join(folder, 'one'), join(folder, 'deep', 'other')]
  const { code, stdout, stderr } = await release(one)
  assert.equal(code, 0, stderr)
  assert.equal(stdout, `${one}: the book up to position 79\n`)
  assert.deepEqual(
    Object.keys(digestsOf(one)),
    [
      'SHA256SUMS',
      ...['changes', 'institutions', 'offers'].flatMap((name) =>
        ['csv', 'parquet', 'xlsx'].map((format) => `${name}.${format}`),
      ),
      'index.html',
    ].toSorted(),
  )
  await runAlone(['release', other, '--database', book()], { env: { TZ: 'Pacific/Kiritimati' } })
  assert.deepEqual(digestsOf(other), digestsOf(one))
  const { SHA256SUMS: _, ...others } = digestsOf(one)
  assert.equal(
    readFileSync(join(one, 'SHA256SUMS'), 'utf8'),
    Object.entries(others)
      .map(([name, digest]) => `${digest}  ${name}\n`)
      .join(''),
  )
})

test('an earlier release is replaced, and any other folder is refused', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  mkdirSync(path)
  assert.equal((await release(path)).code, 0)
  const before = digestsOf(path)
  writeFileSync(join(path, 'offers.csv'), 'altered')
  assert.equal((await release(path)).code, 0)
  assert.deepEqual(digestsOf(path), before)
  writeFileSync(join(path, 'mine.txt'), 'mine')
  const { code, stderr } = await release(path)
  assert.equal(code, 64)
  assert.equal(
    stderr,
    `${path} exists and is not a release; name a folder that does not exist, or an earlier release to replace it.\n`,
  )
  assert.deepEqual(readdirSync(folder), ['release'])
})

test('a run continues where a killed one left off', async (t) => {
  const folder = temporaryDirectory(t)
  const path = join(folder, 'release')
  await release(path)
  // Killed while it wrote, and killed between the two renames.
  mkdirSync(join(folder, '.release.partial'))
  writeFileSync(join(folder, '.release.partial', 'offers.csv'), 'half')
  renameSync(path, join(folder, '.release.former'))
  assert.equal((await release(path)).code, 0)
  assert.deepEqual(readdirSync(folder), ['release'])
})
