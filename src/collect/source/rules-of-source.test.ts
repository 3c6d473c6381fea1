import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectProblems } from '../../publish/input/problem.ts'
import { readTier } from '../../publish/input/read-terms.ts'
import { tierOfTerms } from '../../read/source/misprints.ts'

test('the terms of a misprint are read as the check of the source reads them', () => {
  for (const terms of [
    'general 12 maturity',
    ' senior_citizen  1.51 monthly\t5000.00 ',
    'minor 60 annual 0',
    'general 12-24 maturity',
    'general 12-24.03 monthly 5000',
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
