import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultGateLimits } from '../../../src/domain/gate-limits.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Holding } from '../../../src/domain/entry.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import { appendEdit } from '../../../src/book/publish/review/append-review.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { run } from '../../support/cli.ts'
import { appendTo, heldSheet } from '../../support/held-sheets.ts'
import { instantAt } from '../../support/instant-source.ts'
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

/** Appends past the check: an edit of the sheet at position 8 with these differences, and its approval. */
async function editAgain(book: string, differences: Partial<Holding>): Promise<void> {
  const store = await openSqliteStore(book, { mode: 'read' })
  const held = await store.entryAt(8)
  await store.close()
  assert.ok(held?.kind === 'sheet-held')
  const { position: editOf, salt: _, ...draft } = held
  const { at, institutionId } = draft
  const again = { ...draft, editOf, ...differences }
  const { by = '' } = again
  const approval = { kind: 'sheet-decided', hold: 10, decision: 'approved' } as const
  await appendTo(book, again, { ...approval, at, institutionId, by })
}

test('an edit that no command would make is a difference', async (t) => {
  for (const [differences, sentence] of [
    [{}, /The edit changes no figure; approve the sheet instead/],
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
