import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { auditEvidence, type EvidenceProblem } from '../../../src/collect/audit/evidence.ts'
import { capturedPages } from '../../../src/collect/captures/captures.ts'
import { capturePath, gzipBody, openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { checkCells, textsOf } from '../../../src/collect/read/evidence.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import { fillEvidenceBook } from '../../collect/rounds/evidence-book.ts'
import {
  editedPlaces,
  evidenceEdits,
  type EvidenceEdit,
} from '../../collect/rounds/evidence-edits.ts'

/** How many changes of each place are tried, of many thousands. */
const rounds = Math.ceil(Number(process.env['FAULT_ROUNDS'] ?? 60) / editedPlaces.length)

async function filledBook(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-evidence-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const captures = openCapturesFolder(join(folder, 'captures'))
  const store = await openSqliteStore(join(folder, 'book.db'), { mode: 'create' })
  const entries = await fillEvidenceBook(store, captures)
  await store.close()
  // Without the child process, because a thousand changes are tried; `test/whole/cli/audit-captures.test.ts` runs the command.
  const audit = (entries: readonly Entry[]) =>
    auditEvidence(entries, { captures, check: checkCells })
  return { folder, captures, entries, audit }
}

/** The problems after one digit was changed. Everything is as before afterwards. */
async function problemsAfter(
  edit: EvidenceEdit,
  { folder, captures, entries, audit }: Awaited<ReturnType<typeof filledBook>>,
): Promise<readonly EvidenceProblem[]> {
  const { place } = edit
  const [entry, body] = [edit.entry(), edit.body?.()]
  // The figures of one institution depend on its own entries only.
  const own = entries.filter(({ institutionId }) => institutionId === entry.institutionId)
  const original = 'origin' in entry ? (entry.origin?.captures[0]?.digest ?? '') : ''
  const changed = own.map((one) => (one.position === entry.position ? entry : one))
  if (body === undefined) return (await audit(changed)).problems
  if (place === 'rehashed body') {
    const digest = await captures.put(body)
    const text = JSON.stringify(own).replaceAll(original, digest)
    return (await audit(JSON.parse(text) as readonly Entry[])).problems
  }
  const kept = await captures.get(original)
  writeFileSync(join(folder, 'captures', capturePath(original)), await gzipBody(body))
  const { problems } = await audit(changed)
  if (kept !== undefined) await captures.put(kept)
  return problems
}

/** Whether a changed address leads to the same visible text, as one does that begins at the markup around it. */
async function leadsToSameText(
  edit: EvidenceEdit,
  { captures }: Awaited<ReturnType<typeof filledBook>>,
): Promise<boolean> {
  const [entry, cell] = [edit.entry(), edit.cell?.()]
  if (cell === undefined || !('origin' in entry) || entry.origin === undefined) return false
  const pages = await capturedPages(entry.origin.captures, captures)
  const [page] = 'message' in pages ? [] : pages
  const textAt = page === undefined ? undefined : await textsOf(page)
  return typeof textAt === 'function' && textAt(cell.address) === cell.text
}

test('every figure of a collected book is proven from its captures', async (t) => {
  const { entries, audit } = await filledBook(t)
  assert.deepEqual(await audit(entries), {
    entries: 16,
    figures: 180,
    typed: 0,
    withheld: 0,
    problems: [],
  })
})

for (const place of editedPlaces) {
  test(`one changed digit in ${place} is found, ${rounds} times of ${rounds}`, async (t) => {
    const book = await filledBook(t)
    const all = [...evidenceEdits(book.entries)].filter((edit) => edit.place === place)
    assert.ok(all.length >= rounds, `${all.length}`)
    const missed: string[] = []
    for (let round = 0; round < rounds; round++) {
      const edit = all[Math.floor((round * all.length) / rounds)]
      if (edit === undefined) throw new Error('There are fewer changes than rounds.')
      const problems = await problemsAfter(edit, book)
      const isFound = problems.some(({ position }) => position === edit.position)
      if (!isFound && !(await leadsToSameText(edit, book)))
        missed.push(`${edit.position} ${edit.what} ${JSON.stringify(problems)}`)
    }
    assert.deepEqual(missed, [])
    assert.deepEqual((await book.audit(book.entries)).problems, [])
  })
}
