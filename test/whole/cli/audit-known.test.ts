import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Holding } from '../../../src/domain/entry.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import { appendDecision, appendEdit } from '../../../src/book/publish/review/append-review.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { verify } from '../../long/verifier.ts'
import { run } from '../../support/cli.ts'
import { appendTo, heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
import { mirrorBook } from '../../support/mirrored.ts'
import { makeReviewedBook } from '../../support/reviewed-book.ts'
import { copyOf, sharedBook } from '../../support/sample-book.ts'

const later = instantAt('2026-06-11T00:00:00Z')
const rules = { isOneReviewerEnough: false, limits: defaultGateLimits }
const year: Terms = { variant: 'general', tenure: '12' as Decimal, payout: 'maturity' }

/** The reviewed book with a held sheet at position 7 and its edit at 8, which leaves 12 months alone and waits for ben. */
const edited = sharedBook(async (folder) => {
  const book = await makeReviewedBook(folder)
  await appendTo(book, heldSheet('2026-06-10T00:00:00Z', ['5.80', '7.25'], { reviewers: 2 }))
  const store = await openSqliteStore(book, { mode: 'write' })
  const request = { by: 'ann', hold: 7, reason: 'in doubt', edits: [], leaves: [year] }
  assert.equal((await appendEdit(store, request, later, rules)).kind, 'decided')
  await store.close()
  return book
})

/** Appends past the check, as an earlier build did: an edit of the sheet at position 8 with these differences, and its approval. */
async function editAgain(book: string, differences: Partial<Holding> = {}): Promise<void> {
  const store = await openSqliteStore(book, { mode: 'read' })
  const held = await store.entryAt(8)
  await store.close()
  assert.ok(held?.kind === 'sheet-held')
  const { position: editOf, salt: _, ...draft } = held
  const { at, institutionId } = draft
  const again = { ...draft, editOf, ...differences }
  const { by = '' } = again
  const approval = { kind: 'sheet-decided', at, institutionId, by, hold: 10, decision: 'approved' }
  await appendTo(book, again, { ...approval, kind: 'sheet-decided', decision: 'approved' })
}

const line =
  'Position 10, known: It is an edit of the sheet held at position 8 that changes nothing. An earlier build entered it; no figure depends on it, and nothing has to be done.\n'

test('a book with an edit that changes nothing can be audited, copied, mirrored and verified, and goes on', async (t) => {
  const book = copyOf(t, edited())
  await editAgain(book)
  const audit = (of: string) => run(['audit', '--database', of])
  assert.deepEqual(await audit(book), {
    code: 0,
    signal: null,
    stdout: `11 entries, no difference\n${line}`,
    stderr: '',
  })
  const store = await openSqliteStore(book, { mode: 'write' })
  const approval = { by: 'ben', hold: 10, decision: 'approved' } as const
  const approved = await appendDecision(store, approval, later)
  assert.ok(approved.kind === 'decided' && approved.published !== undefined)
  await store.close()
  const copy = join(dirname(book), 'copy.db')
  const copied = await run(['copy', '--from', book, '--to', copy])
  assert.equal(copied.code, 0, copied.stderr)
  assert.equal((await audit(copy)).stdout, `13 entries, no difference\n${line}`)
  // A mirror lacks the bodies of both held sheets.
  const mirror = await audit(await mirrorBook(book, join(dirname(book), 'mirror.db')))
  assert.equal(mirror.code, 0, mirror.stderr)
  assert.doesNotMatch(mirror.stdout, /known/)
  assert.equal(verify(book).code, 0)
})

test('only that form is known: another fault of the same edit is a difference', async (t) => {
  for (const [differences, sentence] of [
    [{ reviewers: 1 }, /Two reviewers must approve the sheet held at position 8/],
    [{ by: 'eve' }, /eve is not a registered reviewer/],
    [{ editOf: 7, by: 'ben' }, /cannot be decided: a reviewer has edited it/],
    [{ comparedWith: 2 }, /compared with position 2/],
  ] as const) {
    const book = copyOf(t, edited())
    await editAgain(book, differences)
    const { code, stderr } = await run(['audit', '--database', book])
    assert.equal(code, 65)
    assert.match(stderr, /^Position 10: /)
    assert.match(stderr, sentence)
  }
})
