import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fullBook } from '../../book/oracle/full-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { digestOf, run } from '../../support/cli.ts'
import { mirrorBook } from '../../support/mirrored.ts'
import { makeSampleBook } from '../../support/sample-book.ts'
import { sheetOf, institutionOf, writeHere } from '../../support/small-book.ts'

/** Makes a book with every kind of entry and its mirror, and returns the folder of `ratebook.db` and `mirror.db`. */
async function makeBooks(folder: string): Promise<string> {
  const book = await makeSampleBook(folder, 'ratebook.db', fullBook().entries)
  await mirrorBook(book, join(folder, 'mirror.db'))
  for (const name of ['captures', 'sources']) mkdirSync(join(folder, name))
  return folder
}

test('commands that print answers print the same of a mirror', async (t) => {
  const cwd = await makeBooks(temporaryDirectory(t))
  for (const command of [
    'offers',
    'offers --known-at 2026-03-20T22:00:00Z --json',
    'compare --tenure-months 12',
    'history alpha --readings true --json',
    'changes',
    'freshness --known-at 2026-03-31T22:00:00Z',
    'institutions',
    'events',
    'corrections',
  ]) {
    const [own, its] = [await of('ratebook.db', command), await of('mirror.db', command)]
    assert.deepEqual(its, own)
    assert.deepEqual([own.code, own.stderr], [0, ''], command)
  }

  function of(database: string, command: string) {
    return run([...command.split(' '), '--database', database], { cwd })
  }
})

const mirrors = 'The book mirror.db mirrors https://rates.example, '
const onlyMirror = `${mirrors}and only \`ratebook mirror\` extends it: name a book of your own with --database.\n`
const lacks = `${mirrors}which does not publish held sheets, decisions and reviewers: name a book of your own with --database.\n`

test('commands that append, or need private entries, refuse a mirror with one sentence', async (t) => {
  const cwd = await makeBooks(temporaryDirectory(t))
  writeHere(cwd, 'sheet.json', sheetOf())
  writeHere(cwd, 'institution.json', [institutionOf('gamma')])
  const before = digestOf(join(cwd, 'mirror.db'))
  for (const [command, sentence] of [
    ['register institution.json', onlyMirror],
    ['publish sheet.json', onlyMirror],
    ['check alpha', onlyMirror],
    ['verify alpha', onlyMirror],
    ['correct --of 20 --retract --cause wrong-page --note wrong', onlyMirror],
    ['collect --contact a@example.org', onlyMirror],
    ['desk --port 0', onlyMirror],
    ['review approve 37 --by ann', onlyMirror],
    ['review list', lacks],
    ['review show 37', lacks],
    ['reviewer add ann --name Ann', onlyMirror],
    ['reviewer remove ann', onlyMirror],
    ['reviewer invite ann', lacks],
    ['reviewer list', lacks],
    ['source accept alpha --by ann', lacks],
    ['captures prune', lacks],
  ] as const) {
    const found = await run([...command.split(' '), '--database', 'mirror.db'], { cwd })
    assert.deepEqual([found.code, found.stderr, found.stdout], [78, sentence, ''], command)
  }
  assert.equal(digestOf(join(cwd, 'mirror.db')), before)
})

test('alerts and sources of a mirror warn that it has no held sheets', async (t) => {
  const cwd = await makeBooks(temporaryDirectory(t))
  for (const command of ['alerts', 'sources']) {
    const { code, stdout, stderr } = await run([command, '--database', 'mirror.db'], { cwd })
    assert.equal(code, 77, stderr)
    assert.match(stdout, /^unverified +alpha /m)
    assert.match(stderr, /This book is a mirror, which has no held sheets: alerts that depend on/)
  }
})

test('captures verify looks for the pages that public entries cite', async (t) => {
  const cwd = await makeBooks(temporaryDirectory(t))
  const { code, stdout } = await run(['captures', 'verify', '--database', 'mirror.db'], { cwd })
  assert.equal(code, 74)
  assert.match(stdout, /position 8 of the book cites it\.$/m)
})
