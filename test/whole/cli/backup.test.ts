import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { fillEvidenceBook } from '../../collect/rounds/evidence-book.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'
import { run } from '../../support/cli.ts'
import { dropDatabase, newDatabase, testServer } from '../../support/postgres/database.ts'
import { sharedBook } from '../../support/sample-book.ts'

const tls = fileURLToPath(new URL('../../support/tls/', import.meta.url))

const evidence = sharedBook(async (folder) => {
  const path = join(folder, 'ratebook.db')
  const store = await openSqliteStore(path, { mode: 'create' })
  await fillEvidenceBook(store, openCapturesFolder(join(folder, 'captures')), ['html'])
  await store.close()
  return path
})

/** A folder with a book, its captures, and settings that name a logo and catalogues in another folder. */
function machine(t: TestContext): { readonly cwd: string; readonly other: string } {
  const root = temporaryDirectory(t)
  const [cwd, other] = [join(root, 'book'), join(root, 'other')]
  cpSync(join(evidence(), '..'), cwd, { recursive: true })
  mkdirSync(join(other, 'words'), { recursive: true })
  writeFileSync(join(other, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(other, 'words/zu.json'), '{}')
  for (const name of ['cert', 'key'])
    cpSync(join(tls, `first-${name}.pem`), join(other, `${name}.pem`))
  const settings = `languages: [en, zu]
catalogues: ${other}/words
operator: { logo: ../other/logo.svg }
serve: { tls_cert: ../other/cert.pem, tls_key: ../other/key.pem }
`
  writeFileSync(join(cwd, 'ratebook.yaml'), settings)
  return { cwd, other }
}

/** The units of another machine are not read. */
const backUp = (cwd: string, ...args: readonly string[]) =>
  run(['backup', ...args], { cwd, env: { RATEBOOK_UNITS: join(cwd, 'units') } })

test('a copy that no server can serve does not replace the earlier backup, and the sentence says why', async (t) => {
  const { cwd, other } = machine(t)
  // The folder has the book, which is never copied as a file.
  const made = await backUp(cwd, '../backup', '--also', '.')
  assert.deepEqual([made.code, made.stderr], [0, ''], made.stdout)
  assert.match(made.stdout, /book: 2 files, /)
  const copy = join(cwd, '../backup')
  const settings = readFileSync(join(cwd, 'ratebook.yaml'), 'utf8')
  assert.equal(readFileSync(join(copy, 'book/ratebook.yaml'), 'utf8'), settings)
  assert.deepEqual(readdirSync(join(copy, 'book')).toSorted(), [
    'captures',
    'ratebook.db',
    'ratebook.yaml',
  ])
  assert.ok(existsSync(join(copy, 'outside', other, 'words/zu.json')))
  rmSync(join(other, 'words/zu.json'))
  const failed = await backUp(cwd, '../backup')
  assert.equal(failed.code, 65)
  assert.match(failed.stderr, /^No server starts from the copy: .*zu/)
  assert.ok(existsSync(join(copy, 'outside', other, 'words/zu.json')))
  assert.deepEqual(readdirSync(join(cwd, '..')).toSorted(), ['backup', 'book', 'other'])
})

test('a backup names the books of other units, what it cannot read, and pages that no setting leads to, and ends with 77', async (t) => {
  const { cwd } = machine(t)
  rmSync(join(cwd, 'captures'), { recursive: true })
  mkdirSync(join(cwd, 'sources'))
  symlinkSync('..', join(cwd, 'sources/loop'))
  mkdirSync(join(cwd, 'units/other.service.d'), { recursive: true })
  const unit = '[Service]\nExecStart=/usr/bin/env node /opt/bin/ratebook.js serve \\\n  --port 81\n'
  writeFileSync(join(cwd, 'units/other.service'), unit)
  const dropIn = `[Service]\nWorkingDirectory=${cwd}\nEnvironment="RATEBOOK_DATABASE=other.db"\n`
  writeFileSync(join(cwd, 'units/other.service.d/book.conf'), dropIn)
  writeFileSync(join(cwd, 'units/strange.service'), '[Service]\nExecStart=/usr/bin/true\n')
  const { code, stdout, stderr } = await backUp(cwd, '../backup')
  assert.equal(code, 77, stderr)
  assert.match(stdout, /^not copied: the book \S+\/other\.db of other\.service; /m)
  assert.match(stderr, /loop is neither a file nor a folder of its own\./)
  assert.match(stderr, /^1 page that the book cites: no setting names a folder of captures/m)
  const copied = join(cwd, '../backup/book/units')
  assert.deepEqual(readdirSync(copied).toSorted(), ['other.service', 'other.service.d'])
})

test('only a new folder or an earlier backup can be the backup, outside of what is copied', async (t) => {
  const { cwd } = machine(t)
  mkdirSync(join(cwd, '../mine'))
  writeFileSync(join(cwd, '../mine/BACKUP.txt.doc'), '')
  const mine = await backUp(cwd, '../mine')
  assert.deepEqual([mine.code, mine.stdout], [64, ''])
  assert.match(mine.stderr, /mine exists and is not a backup; name a folder that does not exist/)
  const inside = await backUp(cwd, 'captures/backup')
  assert.equal(inside.code, 64)
  assert.match(inside.stderr, /captures\/backup lies in \S+captures, which is copied/)
  const absent = await backUp(cwd, '../backup', '--also', 'no.txt')
  assert.deepEqual([absent.code, absent.stderr], [64, '--also no.txt does not exist.\n'])
  const noBook = await backUp(cwd, '../backup', '--database', 'no.db')
  assert.equal(noBook.code, 78)
  assert.deepEqual(readdirSync(join(cwd, '..')).toSorted(), ['book', 'mine', 'other'])
})

test('a book in PostgreSQL is backed up as a file that can be served', async (t) => {
  const server = await testServer()
  const database = await newDatabase(server)
  t.after(() => dropDatabase(server, database))
  const { cwd } = machine(t)
  const moved = await run(['copy', '--from', 'ratebook.db', '--to', database], { cwd })
  assert.equal(moved.code, 0, moved.stderr)
  rmSync(join(cwd, 'ratebook.db'))
  const { code, stdout, stderr } = await backUp(cwd, '../backup', '--database', database)
  assert.deepEqual([code, stderr], [0, ''], stdout)
  assert.match(stdout, /5 entries, audited, as book\/ratebook\.db$/m)
  assert.match(stdout, /the roles and passwords of PostgreSQL$/m)
  assert.ok(!stdout.includes(new URL(database).password || '\0'))
})
