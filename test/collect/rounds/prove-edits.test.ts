import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCapturesFolder } from '../../../src/collect/captures/folder.ts'
import { proveEdits } from '../../../src/collect/audit/prove-edits.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { tierOf, tierText } from '../../../src/domain/offer.ts'
import { openSqliteStore } from '../../../src/book/store/sqlite/sqlite-store.ts'
import { fillEvidenceBook } from './evidence-book.ts'

test('an edited figure is read with the decimal mark of its page, and a label with the meaning that it has', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ratebook-edits-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const captures = openCapturesFolder(join(folder, 'captures'))
  const store = await openSqliteStore(join(folder, 'book.db'), { mode: 'create' })
  const entries = await fillEvidenceBook(store, captures, ['html'])
  await store.close()
  const held = entries.find((entry) => entry.kind === 'sheet-held')
  assert.ok(held?.origin?.cells)
  const { cells } = held.origin
  const index = (text: string) => held.sheet.offers.findIndex((offer) => tierText(offer) === text)
  const edit = (text: string, rate: string, rateOf = text, tenureOf = text) => {
    const offer = held.sheet.offers[index(text)]
    assert.ok(offer)
    const address = cells[index(rateOf)]?.rate.address ?? ''
    const tenureAddress = cells[index(tenureOf)]?.tenure.address ?? ''
    const wish = { tier: tierOf(offer), rate: rate as Decimal, address, tenureAddress }
    return proveEdits(captures, held, [wish])
  }
  for (const [text, rate] of [
    ['general 18 maturity 25000', '4.25'],
    ['general 15 maturity 2000000', '7.77'],
  ] as const) {
    const proven = await edit(text, rate)
    assert.ok('edits' in proven)
    assert.deepEqual(proven.edits[0]?.cells, cells[index(text)])
  }
  assert.deepEqual(await edit('general 18 maturity 25000', '7.77', 'general 15 maturity 2000000'), {
    problem: 'general 18 maturity 25000: the rate 7.77 is no whole number of "7.77 (7.91)".',
  })
  assert.deepEqual(
    await edit(
      'general 15 maturity 2000000',
      '7.77',
      'general 15 maturity 2000000',
      'general 18 maturity 25000',
    ),
    {
      problem: 'general 15 maturity 2000000: the tenure of 15 months is not that of "18 Monate".',
    },
  )
})
