import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { run, startServer } from '../../support/cli.ts'
import { copyOf, makeSampleBook, sharedBook } from '../../support/sample-book.ts'
import { samples } from '../../support/sample-market.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const sample = sharedBook(makeSampleBook)
const sheet = join(samples, 'sheets/amana-bank--2026-07-20.json')
const institutions = join(samples, 'institutions.json')

test('samples go into a book without samples only if somebody says so, and mark it', async (t) => {
  const cwd = temporaryDirectory(t)
  await run(['register', institutions], { cwd })
  const refused = await run(['publish', sheet], { cwd })
  assert.deepEqual([refused.code, refused.stdout], [64, ''])
  assert.match(
    refused.stderr,
    /^These sheets are samples of Ratebook, and ratebook\.db has none\..*give --samples\.\n$/,
  )
  assert.equal((await run(['publish', '--dry-run', sheet], { cwd })).code, 0)
  const entered = await run(['publish', '--samples', sheet], { cwd })
  assert.match(entered.stdout, /published at position 48/)
  const server = await startServer(t, [], { cwd })
  assert.match(server.stdout(), /sample data, not current rates/)
  assert.equal((await run(['audit'], { cwd })).code, 0)
})

test('a book with samples takes more of them without a question', async (t) => {
  const cwd = dirname(copyOf(t, sample()))
  const { code, stdout } = await run(['publish', sheet], { cwd })
  assert.deepEqual([code, stdout.includes('unchanged')], [0, true])
})

test('an unknown sample names those that exist', async (t) => {
  const { code, stderr } = await run(['serve', '--sample', 'atlantis'], {
    cwd: temporaryDirectory(t),
  })
  assert.equal(code, 78)
  assert.match(
    stderr,
    /^--sample atlantis is not a sample: give india, sri-lanka, vietnam, or a folder with/,
  )
})

test('each sample has its settings and a book of its own, and a book without samples is refused', async (t) => {
  const cwd = temporaryDirectory(t)
  const { address } = await startServer(t, ['--sample', 'india'], { cwd })
  const about = (await (await fetch(`${address}/about`)).json()) as Record<string, unknown>
  assert.equal(about['currency'], 'INR')
  await run(['register', institutions], { cwd })
  const { code, stderr } = await run(['serve', '--sample', 'india', '--database', 'ratebook.db'], {
    cwd,
  })
  assert.equal(code, 78)
  assert.match(stderr, /ratebook\.db has no samples; serve it without --sample/)
})

test('--samples marks any sheet as a sample, such as a copy of one', async (t) => {
  const cwd = temporaryDirectory(t)
  copyFileSync(sheet, join(cwd, 'copy.json'))
  await run(['register', institutions], { cwd })
  assert.equal((await run(['publish', '--samples', 'copy.json'], { cwd })).code, 0)
  const { stdout } = await run(['events', '--kind', 'sheet', '--json'], { cwd })
  assert.match(stdout, /"sample":true/)
})
