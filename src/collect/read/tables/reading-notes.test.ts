import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../../test/support/generators.ts'
import {
  failures,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import type { SourceDefinition } from '../source-schema.ts'

/** A row of the table: its label and payout word, its three figures, and its minimum deposit. */
type Row = {
  readonly kind: 'plain' | 'blank' | 'note' | 'flexible' | 'relabelled' | 'continued'
  readonly word: 'End' | 'Quarter' | 'Half'
  readonly figures: readonly [string, string, string]
}

const cell = fc.constantFrom('4.25', '7.50', '-', '')
const row: fc.Arbitrary<Row> = fc.record({
  kind: fc.constantFrom('plain', 'plain', 'blank', 'note', 'flexible', 'relabelled', 'continued'),
  word: fc.constantFrom('End', 'End', 'Quarter', 'Half'),
  figures: fc.tuple(cell, cell, cell),
})
const market = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 9 }),
  isTransposed: fc.boolean(),
})

const source = (isTransposed: boolean): SourceDefinition =>
  sourceOf({
    tables: [
      {
        ...plainTable,
        transposed: isTransposed,
        columns: {
          Period: { is: 'tenure', continues: true },
          Paid: {
            is: 'payout',
            values: { End: 'maturity', Quarter: 'quarterly', Half: { ignore: 'half-yearly' } },
          },
          From: { is: 'min_deposit' },
          General: { variant: 'general' },
          Senior: { variant: 'senior_citizen' },
          Former: { ignore: 'no longer offered' },
        },
        rows: { 'Flexible *': { ignore: 'no fixed term' } },
        relabel: [
          { where: { Period: '* Weeks' }, payout: 'annual', because: 'their terms say so' },
        ],
      },
    ],
    ignore: [{ row: 'Note *', because: 'a note' }],
    expects: { general: { maturity: [12] }, senior_citizen: { maturity: [12] } },
  })

const payoutOf = { End: 'maturity', Quarter: 'quarterly' } as const

type Label = { readonly label: string; readonly tenure: string }

function labelOf(kind: Exclude<Row['kind'], 'blank'>, index: number): Label {
  return {
    plain: { label: `${index + 1} Months`, tenure: String(index + 1) },
    continued: { label: '', tenure: '' },
    note: { label: `Note ${index}`, tenure: '' },
    flexible: { label: `Flexible ${index}`, tenure: '' },
    relabelled: { label: `${7 * (index + 1)} Weeks`, tenure: '' },
  }[kind]
}

/** Tenure and payout of a row, and whether a line of the source leaves it out. */
function termsOf({ label, tenure }: Label, word: Row['word']) {
  if (label.endsWith('Weeks')) return { isOut: false, terms: `${label} annual` }
  const isOut = /^(?:Note|Flexible)/.test(label) || word === 'Half'
  return { isOut, terms: `${tenure} ${word === 'Half' ? '' : payoutOf[word]}` }
}

/** How the figure in a column of a row ends. */
function endOf(text: string, column: number, isOut: boolean): 'empty' | 'ignored' | 'read' {
  if (!/\d/.test(text)) return 'empty'
  return isOut || column === 2 ? 'ignored' : 'read'
}

/** The table as text, what each row must give, and how many rows and figures end in each way. */
function written(rows: readonly Row[]) {
  const lines: string[] = []
  const offers: string[] = []
  const counts = {
    rows: { read: 0, empty: 0, ignored: 0 },
    figures: { read: 0, empty: 0, ignored: 0 },
  }
  let above: Label | undefined
  for (const [index, { kind, word, figures }] of rows.entries()) {
    if (kind === 'blank') {
      lines.push('|||||')
      continue
    }
    const own = labelOf(kind, index)
    const label = kind === 'continued' ? above : own
    if (label === undefined) return undefined
    above = label
    lines.push([own.label, word, 1000 + index, ...figures].join('|'))
    const { isOut, terms } = termsOf(label, word)
    const ends = figures.map((text, column) => endOf(text, column, isOut))
    for (const end of ends) counts.figures[end]++
    counts.rows[isOut ? 'ignored' : ends.includes('read') ? 'read' : 'empty']++
    for (const [column, text] of figures.entries()) {
      const variant = ['general', 'senior_citizen'][column]
      if (ends[column] === 'read') offers.push(`${variant} ${terms} ${1000 + index}: ${text}`)
    }
  }
  return { lines, offers, counts }
}

test('each row and figure is an offer, empty, or left out by a line with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(market, async ({ rows, isTransposed }) => {
      const expected = written(rows)
      fc.pre(expected !== undefined)
      const all = ['Period|Paid|From|General|Senior|Former', ...expected.lines]
      const cells = all.map((line) => line.split('|'))
      const columns = (cells[0] ?? []).map((_, column) => cells.map((one) => one[column] ?? ''))
      const text = (isTransposed ? columns : cells).map((line) => line.join('|')).join('\n')
      const page = `<h2>Deposits</h2>${htmlTable(text)}`
      if (expected.offers.length === 0) {
        assert.ok((await failures(source(isTransposed), page)).length > 0)
        return
      }
      const read = await reading(source(isTransposed), page)
      const tenures = read.cells.map(({ tenure }) => tenure.text)
      const offers = linesOf(read).map((line, index) =>
        line.replace(/ [\d.]+ annual/, ` ${tenures[index]} annual`),
      )
      assert.deepEqual(offers.toSorted(), expected.offers.toSorted())
      const total = (one: { read: number; empty: number; ignored: number }) => ({
        total: one.read + one.empty + one.ignored,
        ...one,
      })
      const { rows: ofRows, figures } = expected.counts
      const hidden = { rows: 0 }
      assert.deepEqual(read.account, { rows: total(ofRows), figures: total(figures), hidden })
      const leftOut = read.leftOut.reduce((sum, one) => sum + one.figures, 0)
      assert.equal(leftOut, figures.ignored)
      assert.ok(read.leftOut.every(({ reason }) => reason !== ''))
    }),
    runs(150),
  )
})
