import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { bookAfter, gateSheet, rulesFor, findingsIn } from '../../../test/support/gate-sheets.ts'
import { runs } from '../../../test/support/generators.ts'
import { at } from '../../../test/support/sample-market.ts'
import { revised, revision, sheetContent } from '../../../test/support/sheet-generators.ts'
import type { Finding } from '../../domain/gate-limits.ts'

const anySheet = sheetContent.map((content) => ({
  ...content,
  institutionId: 'alpha-bank',
  scrapedAt: at('2026-06-01T00:00:00Z'),
}))

/** The rules that need no earlier sheet. */
const ownRules = [
  'rate-out-of-range',
  'decimal-tail',
  'effective-rate',
  'senior-below-general',
  'senior-far-above-general',
]
const withoutWas = (finding: Finding) => ({ ...finding, was: undefined })

test('a sheet equal to what stands has only the findings about its own figures', () => {
  fc.assert(
    fc.property(anySheet, (sheet) => {
      const again = findingsIn({ sheet, book: bookAfter(sheet) })
      assert.deepEqual(
        again.map(withoutWas),
        findingsIn({ sheet, book: undefined }).map(withoutWas),
      )
      for (const { rule } of again) assert.ok(ownRules.includes(rule), rule)
    }),
    runs(300),
  )
})

test('what stood before changes nothing about the findings on the own figures of a sheet', () => {
  fc.assert(
    fc.property(anySheet, revision, (before, edits) => {
      const sheet = revised(before, edits)
      if (sheet === undefined) return
      const own = findingsIn({ sheet, book: bookAfter(before) }).filter(({ rule }) =>
        ownRules.includes(rule),
      )
      assert.deepEqual(own.map(withoutWas), findingsIn({ sheet, book: undefined }).map(withoutWas))
    }),
    runs(300),
  )
})

test('every message is one sentence', () => {
  fc.assert(
    fc.property(anySheet, anySheet, (before, sheet) => {
      for (const { message } of findingsIn({ sheet, book: bookAfter(before) }))
        assert.match(message, /^[A-Z](?:[^.]|\.\d)+\.$/)
    }),
    runs(300),
  )
})

test('all findings are reported at once, in the order of the rules', () => {
  const before = gateSheet([
    'general 6 maturity 8.00',
    'general 12 maturity 9.35',
    'general 24 monthly 9.00',
    'general 36 monthly 9.00',
    'women 12 maturity 9.35',
  ])
  const sheet = gateSheet([
    'general 6 maturity 24.00 aer 8.00',
    'general 12 maturity 93.5',
    'senior_citizen 12 maturity 9.85',
  ])
  assert.deepEqual(rulesFor(sheet, before), [
    'rate-out-of-range',
    'effective-rate',
    'senior-below-general',
    'very-large-move',
    'very-large-move',
    'variant-withdrawn',
    'half-withdrawn',
    'tenure-gone',
    'tenure-gone',
  ])
})
