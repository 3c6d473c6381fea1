import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after as afterAll, before, test } from 'node:test'
import { capturePath, openCapturesFolder, gzipBody } from '../../../src/collect/captures/folder.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { after, dayLength } from '../../../src/domain/instant.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { fillEvidenceBook, printedRows } from '../../collect/rounds/evidence-book.ts'
import { printRows } from '../../collect/rounds/printed-rows.ts'
import { run } from '../../support/cli.ts'
import { mirrorBook } from '../../support/mirrored.ts'
import { rechainFile } from '../../support/rechain.ts'

const folder = mkdtempSync(join(tmpdir(), 'ratebook-audit-captures-'))
const [database, captures] = [join(folder, 'book.db'), join(folder, 'captures')]
let entries: readonly Entry[] = []

before(async () => {
  const store = await openSqliteStore(database, { mode: 'create' })
  entries = await fillEvidenceBook(store, openCapturesFolder(captures), ['html', 'pdf'])
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const audit = () => run(['audit', '--database', database, '--captures', captures])

/** The entry of the last verification of an institution that has cells of its own. */
function verified(institutionId: string) {
  const found = entries.findLast(
    (entry) =>
      entry.institutionId === institutionId &&
      entry.kind === 'rates-verified' &&
      entry.origin?.cells !== undefined,
  )
  if (found?.kind !== 'rates-verified' || found.origin === undefined) throw new Error('No entry.')
  return { position: found.position, origin: found.origin }
}

/** Replaces a text in the body of an entry, as a forger would: with all digests recomputed. Returns a function that undoes it. */
function forge(position: number, from: string, to: string): () => void {
  const change = (from: string, to: string) => {
    const db = new DatabaseSync(database)
    const triggers = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all()
    for (const { name } of triggers) db.exec(`DROP TRIGGER "${String(name)}"`)
    const read = db.prepare('SELECT body FROM entry WHERE position = ?').get(position)
    const body = String(read?.['body'])
    assert.ok(body.includes(from), `${from} is not in ${body}`)
    db.prepare('UPDATE entry SET body = ? WHERE position = ?').run(body.replace(from, to), position)
    rechainFile(db)
    for (const { sql } of triggers) db.exec(String(sql))
    db.close()
  }
  change(from, to)
  return () => change(to, from)
}

test('audit --captures proves every collected figure', async () => {
  const { code, stdout, stderr } = await audit()
  assert.equal(stderr, '')
  assert.match(
    stdout,
    /^10 entries, no difference\n84 figures of 8 entries stand in their captures$/m,
  )
  assert.equal(code, 0)
  const absent = await run(['audit', '--database', database, '--captures', 'absent'])
  assert.deepEqual([absent.code, absent.stdout], [78, ''])
  assert.match(absent.stderr, /^There is no folder absent; /)
})

test('of a mirror, it proves all figures but those whose cells are in a held sheet', async () => {
  const held = entries.find(({ kind }) => kind === 'sheet-held')
  const last = entries.findLast((entry) => entry.institutionId === held?.institutionId)
  if (held === undefined || last?.kind !== 'rates-verified' || last.origin === undefined)
    throw new Error('No entry.')
  const { at } = last
  const origin = { ...last.origin, repeats: held.position }
  const [book, mirror] = [join(folder, 'repeating.db'), join(folder, 'mirror.db')]
  copyFileSync(database, book)
  const store = await openSqliteStore(book, { mode: 'write' })
  const later = after(entries.at(-1)?.at ?? at, dayLength)
  await store.append(async () => [{ ...last, at: later, origin }])
  await store.close()
  await mirrorBook(book, mirror)
  const found = await run(['audit', '--database', mirror, '--captures', captures])
  const { code, stdout, stderr } = found
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(
    stdout,
    `11 entries, no difference
2 private entries have no body here: held sheets, decisions, accepted sources and reviewers were not verified
63 figures of 6 entries stand in their captures
not proven, because a held sheet without a body has the cells: figures of 1 entry
`,
  )
})

test('it names position, terms and difference of a changed cell, although all digests match', async () => {
  const { position } = verified('html')
  const undo = forge(position, '9.50% (AER 9.50)', '9.60% (AER 9.50)')
  const { code, stderr } = await audit()
  undo()
  assert.equal(code, 65)
  assert.match(
    stderr,
    new RegExp(
      `Position ${position}: general 12 maturity 1000000: the page has "9.50% \\(AER 9.50\\)" at #char=\\d+,\\d+, and the entry says "9.60% \\(AER 9.50\\)"`,
    ),
  )
})

test('a captured body with another digit is found under its own digest and under the old one', async () => {
  const { position, origin } = verified('pdf')
  const { digest = '' } = origin.captures[0] ?? {}
  const rows = printedRows('pdf').map((row) => ({ ...row, rate: row.rate.replace('7.25', '7.26') }))
  const { body } = printRows('pdf', rows)
  const other = await openCapturesFolder(captures).put(body)
  const undo = forge(position, digest, other)
  const rehashed = await audit()
  undo()
  assert.equal(rehashed.code, 65)
  assert.match(rehashed.stderr, /general 3\.29 maturity 10000: the page has "7\.26" at #page=1/)
  writeFileSync(join(captures, capturePath(digest)), await gzipBody(body))
  const damaged = await audit()
  assert.equal(damaged.code, 74)
  assert.match(damaged.stderr, new RegExp(`Position \\d+: The capture .*${digest}`))
  rmSync(join(captures, capturePath(digest)))
  const missing = await audit()
  assert.equal(missing.code, 65)
  assert.match(missing.stderr, new RegExp(`The capture ${digest} of the page rates is missing`))
})
