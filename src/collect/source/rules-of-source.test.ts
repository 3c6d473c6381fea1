import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import type { SourceRules } from '../../book/gate/checked-sheet.ts'
import { collectProblems } from '../../book/publish/input/problem.ts'
import { readTier } from '../../book/publish/input/read-offers.ts'
import { tierOfTerms } from '../read/source/source-terms.ts'
import { parseSource } from './load-source.ts'

test('the terms of a misprint are read as the check of the source reads them', () => {
  for (const terms of [
    'general 12 maturity',
    ' senior_citizen  1.51 monthly\t5000.00 ',
    'minor 60 annual 0',
    'general 12-24 maturity',
    'general 12-24.03 monthly 5000',
    'general 360 days maturity',
    'general 46-90 days maturity 5000',
    'general 0 days maturity',
    'general 12-x maturity',
    'general 12',
    'general 12 maturity 5,000',
    'general 12 maturity 5000 x',
    'General 12 maturity',
    'general 012 maturity',
    'general 12 yearly',
    '',
  ])
    assert.deepEqual(tierOfTerms(terms), readTier(terms, '', collectProblems().refuse), terms)
})

function rulesOf(text: string): SourceRules {
  const source = parseSource(text, { file: 'lk/alpha-bank.yaml', name: 'alpha-bank.yaml' })
  assert.ok('rules' in source)
  return source.rules
}

function months(...counts: readonly string[]) {
  return counts.map((tenure) => ({ tenure }))
}

test('a definition tells the gate what it expects, and its limits and misprints', () => {
  assert.deepEqual(rulesOf(sourceText), {
    expects: [
      { variant: 'general', payout: 'maturity', tenures: months('1', '3', '3.29', '3.29') },
      { variant: 'general', payout: 'monthly', tenures: months('3') },
    ],
    limits: { aer_tolerance: { value: '0.06', reason: 'set by the source definition' } },
    misprints: [
      {
        tier: { variant: 'general', tenure: '24', payout: 'maturity' },
        annualEffectiveRate: '7.77',
        until: '2026-12-31',
      },
    ],
  })
})

test('a range is expected with both bounds, an excluded one in days', () => {
  const text = editedSource('[3]', '["46-90 days", 12 months to under 24 months]')
  assert.deepEqual(rulesOf(text).expects[1]?.tenures, [
    { tenure: '1.51', tenureTo: '2.96' },
    { tenure: '12', tenureTo: '23.97' },
  ])
})
