import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createAuditor } from '../../src/book/audit/audit-book.ts'
import { migrate, sqliteMigrations } from '../../src/book/store/sqlite/schema.ts'
import { openSqliteStore } from '../../src/book/store/sqlite/sqlite-store.ts'
import { checkpointText, verifierKeyOf } from '../../src/domain/checkpoint.ts'
import { entryKinds, privateKinds } from '../../src/domain/entry.ts'
import { entryKeys, lineLimit, logLine, type StoredEntry } from '../../src/domain/stored-entry.ts'
import { temporaryDirectory } from '../book/store/sqlite-books.ts'
import { filesOf, serveFiles } from '../share/mirror/log-server.ts'
import { mirrorInto } from '../share/mirror/test-mirror.ts'
import { slowInclusion } from '../support/merkle-proofs.ts'
import { rechained } from '../support/rechain.ts'
import { copyOf, sharedBook } from '../support/sample-book.ts'
import { makeSmallBook } from '../support/small-book.ts'
import { checkpointOver, testSigner } from '../support/test-signer.ts'
import { edit, verifier, verify } from './verifier.ts'

const small = sharedBook(makeSmallBook)
const proofProgram = fileURLToPath(new URL('../../docs/verify_proof.py', import.meta.url))
const publisher = verifierKeyOf(testSigner)

/** The entries of the small book. The last one, at position 3, publishes a sheet. */
async function smallEntries(): Promise<readonly StoredEntry[]> {
  const store = await openSqliteStore(small(), { mode: 'read' })
  const entries = (await Array.fromAsync(store.storedEntries(0))).flat()
  await store.close()
  return entries
}

/** The proof of the last of some entries, which the publisher has signed. */
function proofOf(entries: readonly StoredEntry[]): string {
  const digests = entries.map(({ digest }) => digest)
  const leaves = digests.map((digest) => Buffer.from(digest, 'hex'))
  const last = entries.at(-1) as StoredEntry
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${Buffer.from(`${digests.at(-2)}\n${logLine(last)}`).toString('base64')}`,
    `index ${entries.length - 1}`,
    ...slowInclusion(leaves, entries.length - 1).map((one) => Buffer.from(one).toString('base64')),
    '',
    testSigner.sign(checkpointText(checkpointOver(digests))),
  ].join('\n')
}

function python(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync('python3', args, {
    input,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

/** Asserts that a program refused its input with one sentence. */
function assertRefused(
  { code, stdout, stderr }: ReturnType<typeof python>,
  what: string,
  place: RegExp,
): void {
  assert.equal(stdout, '', what)
  assert.ok(code === 1 || code === 2, `${what}: ${code} ${stderr}`)
  assert.match(stderr, /^[^\n]{1,1000}\.\n$/, what)
  assert.match(stderr, place, what)
}

const nested = (levels: number): string => '{"cell":'.repeat(levels) + '{}' + '}'.repeat(levels)
const inBody = (from: string, to: string) => (entry: StoredEntry) => {
  const body = entry.body?.replace(from, to)
  assert.notEqual(body, entry.body, from)
  return { ...entry, body: body ?? null }
}
const body = (text: string) => (entry: StoredEntry) => ({ ...entry, body: text })
const sheetBody =
  (edited: (sheet: Record<string, unknown>) => object | string) => (entry: StoredEntry) => {
    const value = JSON.parse(entry.body ?? '') as { sheet: Record<string, unknown> }
    return { ...entry, body: JSON.stringify({ ...value, sheet: edited(value.sheet) }) }
  }
const offerBody = (offer: unknown) => sheetBody((sheet) => ({ ...sheet, offers: [offer] }))

type Malformed = readonly [what: string, change: (entry: StoredEntry) => StoredEntry]

/** Entries in a form that Ratebook never writes. All digests match, and the publisher has signed them. */
const forms: readonly Malformed[] = [
  ['white space', inBody(',', ', ')],
  ['white space before a comma', inBody('},', '} ,')],
  ['a key twice', inBody('{"changes"', '{"sample":false,"changes"')],
  [
    'keys in another order',
    inBody(
      '"direction":"initial","payout":"maturity"',
      '"payout":"maturity","direction":"initial"',
    ),
  ],
  ['an escape that is not needed', inBody('LKR', '\\u004cKR')],
  ['a raw control character', inBody('LKR', 'L\tR')],
  ['NaN', inBody('"sample":false', '"sample":NaN')],
  ['Infinity', inBody('"sample":false', '"sample":-Infinity')],
  ['a fraction', inBody('"sample":false', '"sample":1.5')],
  ['an exponent', inBody('"sample":false', '"sample":1e3')],
  ['minus zero', inBody('"sample":false', '"sample":-0')],
  ['16 digits', inBody('"sample":false', '"sample":1000000000000000')],
  ['100,000 digits', inBody('"sample":false', `"sample":${'1'.repeat(100_000)}`)],
  ['NUL', inBody('LKR', '\\u0000')],
  ['an unpaired surrogate', inBody('LKR', '\\ud800')],
  ['another key', inBody('"sample"', '"simple"')],
  ['21 levels', inBody('"sample":false', `"sample":${nested(20)}`)],
  ['100,000 levels', inBody('"sample":false', `"sample":${nested(100_000)}`)],
  ['no JSON', body('{"sample":}')],
  ['half a body', body('{')],
  ['no text', body('')],
  ['null', body('null')],
  ['a list', body('[]')],
  ['a text', body('"sheet"')],
  ['a number', body('7')],
  ['a byte-order mark', body('\uFEFF{}')],
  ['another kind', (entry) => ({ ...entry, kind: 'sheet-guessed' })],
  ['a long kind', (entry) => ({ ...entry, kind: `x${'\u009b'.repeat(100_000)}` })],
  ['a private kind with a body', (entry) => ({ ...entry, kind: 'sheet-held' })],
  ['a day that does not exist', (entry) => ({ ...entry, at: '2026-06-31T06:00:00.000Z' })],
  ['an hour that does not exist', (entry) => ({ ...entry, at: '2026-06-01T24:00:00.000Z' })],
  ['the year 0', (entry) => ({ ...entry, at: '0000-06-01T06:00:00.000Z' })],
  ['a time before 1900', (entry) => ({ ...entry, at: '1899-12-31T23:59:59.999Z' })],
  ['a time without milliseconds', (entry) => ({ ...entry, at: '2026-06-01T06:00:00Z' })],
  [
    'a time of digits of another script',
    (entry) => ({ ...entry, at: '２026-06-01T06:00:00.000Z' }),
  ],
  ['an id in capitals', (entry) => ({ ...entry, institutionId: 'Alpha-bank' })],
  ['an id of 65 characters', (entry) => ({ ...entry, institutionId: 'a'.repeat(65) })],
  ['no institution', (entry) => ({ ...entry, institutionId: '' })],
]

/** Bodies in the right form that are no sheet: only a program that reads the sheet can refuse them. */
const noSheets: readonly Malformed[] = [
  ['an empty body', body('{}')],
  ['a sample that is a number', inBody('"sample":false', '"sample":1')],
  ['a sheet as a text', sheetBody(() => 'sheet')],
  ['a sheet without offers', sheetBody((sheet) => ({ ...sheet, offers: undefined }))],
  ['a sheet without a page', sheetBody((sheet) => ({ ...sheet, sourceUrl: undefined }))],
  ['a currency that is a number', sheetBody((sheet) => ({ ...sheet, currency: 7 }))],
  ['offers as an object', sheetBody((sheet) => ({ ...sheet, offers: {} }))],
  ['an offer as a text', offerBody('offer')],
  ['an offer without a rate', offerBody({ payout: 'maturity', tenure: '12', variant: 'general' })],
  [
    'a rate as a number',
    offerBody({ payout: 'maturity', rate: 8, tenure: '12', variant: 'general' }),
  ],
  [
    'a rate that is none',
    offerBody({ payout: 'maturity', rate: '9e9', tenure: '12', variant: 'general' }),
  ],
  [
    'a product as a list',
    offerBody({ payout: 'maturity', product: [], rate: '8', tenure: '12', variant: 'general' }),
  ],
]

/** What only the entry before shows. */
const orders: readonly Malformed[] = [
  ['an earlier time', (entry) => ({ ...entry, at: '2025-12-31T23:59:59.999Z' })],
]

/** Refuses a changed last entry with each program that verifies, in every way that it can be handed on. */
async function assertRefusedByAll(
  t: TestContext,
  [what, change]: Malformed,
  reads: 'form' | 'sheet' | 'order',
): Promise<void> {
  const known = await smallEntries()
  const entries = rechained(known.map((entry, index) => (index === 2 ? change(entry) : entry)))
  const last = entries[2] as StoredEntry
  const lines = entries.map((entry, index) =>
    index === 2
      ? `${logLine({ ...entry, body: null }).slice(0, -1)},"body":${last.body}}`
      : logLine(entry),
  )
  const folder = temporaryDirectory(t)

  const auditor = createAuditor(undefined)
  assert.deepEqual(entries.flatMap((entry) => auditor.add(entry)?.position ?? [])[0], 3, what)

  const { url } = await serveFiles(t, () => filesOf(lines))
  const mirrored = await mirrorInto(join(folder, 'mirror.db'), url, { line: lineLimit })
  assert.deepEqual([mirrored.position, mirrored.exitCode], [2, 65], what)

  if (reads !== 'sheet') {
    const log = lines.map((line) => `${line}\n`).join('')
    assertRefused(python([verifier, '-'], log), what, /^the log differs at position 3: /)
    const book = copyOf(t, small())
    const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
    edit(
      book,
      `UPDATE entry SET at = ${quoted(last.at)}, kind = ${quoted(last.kind)},
        institution_id = ${quoted(last.institutionId)}, body = ${quoted(last.body ?? '')} WHERE position = 3`,
      { isRechained: true },
    )
    const read = verify(book)
    // A book of one's own has the bodies of private entries.
    if (what !== 'a private kind with a body') assertRefused(read, what, / differs at position 3: /)
  }
  if (reads !== 'order') {
    const file = join(folder, 'proof')
    const line = Buffer.from(`${entries[1]?.digest}\n${lines[2]}`).toString('base64')
    writeFileSync(file, proofOf(entries).replace(/extra .*/, `extra ${line}`))
    assertRefused(python([proofProgram, file, publisher]), what, /is not a valid proof|cannot be/)
  }
}

test('the two verifiers in Python share the form of an entry, and know every kind and key', () => {
  const formIn = (program: string) => {
    const text = readFileSync(program, 'utf8')
    const start = text.indexOf('# The form of an entry')
    return text.slice(start, text.indexOf('\n# ', start))
  }
  const form = formIn(verifier)
  assert.ok(form.length > 1_000)
  assert.equal(form, formIn(proofProgram))
  const [, keys = ''] = /KEYS = frozenset\("""([^"]*)"""/.exec(form) ?? []
  assert.deepEqual(keys.trim().split(/\s+/).toSorted(), [...entryKeys].toSorted())
  const [, kept = ''] = /^PRIVATE = \((.*)\)$/m.exec(form) ?? []
  const [, open = ''] = /^KINDS = \((.*)\) \+ PRIVATE$/m.exec(form) ?? []
  const words = (list: string) => list.split(', ').map((word) => word.replaceAll("'", ''))
  assert.deepEqual(words(kept), [...privateKinds])
  assert.deepEqual([...words(open), ...words(kept)], [...entryKinds])
  assert.match(form, /^LONGEST = 16 \* 1024 \* 1024 /m)
  assert.equal(lineLimit, 16 * 1024 * 1024)
})

test('docs/verify_book.py knows the schema of each format', () => {
  const migrations = sqliteMigrations()
  const db = new DatabaseSync(':memory:')
  const digests = migrations.map((migration, index) => {
    migrate(db, migrations.slice(0, index + 1), index)
    const rows = db
      .prepare(
        `SELECT type, name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY name`,
      )
      .all()
    const texts = rows.map(
      ({ type, name, sql }) => `${String(type)} ${String(name)}\n${String(sql)}\n`,
    )
    return `${migration.number}: '${hash('sha256', texts.join(''))}'`
  })
  db.close()
  assert.ok(readFileSync(verifier, 'utf8').includes(`SCHEMAS = {${digests.join(', ')}}`))
})

// The programs need Python, so only `npm run test:faults` runs them.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('the verifiers in Python have the syntax of Python 3.7', () => {
    const script = `import ast, sys
for path in sys.argv[1:]:
    ast.parse(open(path, encoding='utf-8').read(), feature_version=(3, 7))`
    assert.equal(python(['-c', script, verifier, proofProgram]).stderr, '')
  })

  for (const [reads, list] of [
    ['form', forms],
    ['sheet', noSheets],
    ['order', orders],
  ] as const)
    for (const malformed of list)
      test(`audit, mirror and the verifiers refuse ${malformed[0]}`, (t) =>
        assertRefusedByAll(t, malformed, reads))
}
