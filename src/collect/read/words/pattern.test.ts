import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orFailure } from '../refusal.ts'
import { compilePattern } from './pattern.ts'

const matches = (form: string, text: string) => compilePattern(form).match(text).length > 0

test('a form matches a whole text, whatever its case, spaces, quotes and hyphens', () => {
  assert.ok(matches('At Maturity / Rate', ' at  maturity / RATE'))
  assert.ok(matches("People's - Bank", 'People’s – Bank'))
  assert.ok(matches('Rate (%)', 'Rate (%)'))
  assert.ok(!matches('Rate', 'Rate 2'))
  assert.ok(!matches('Rate', 'AER Rate'))
})

test('a star stands for any text', () => {
  assert.ok(matches('USD / *', 'USD / Fixed Deposit'))
  assert.ok(matches('*deposits*', 'Our fixed deposits today'))
  assert.ok(matches('a*b*c', 'a b b c'))
  assert.ok(matches('a*c', 'abcbc'))
  assert.ok(!matches('a*b*c', 'a c b'))
  assert.ok(!matches('USD / *', 'KES / USD / x'))
})

test('a form finds its parts', () => {
  const [found] = compilePattern('Effective from {D}.{MM}.{YYYY}').match('Effective from 7.08.2023')
  assert.deepEqual({ ...found }, { D: '7', MM: '08', YYYY: '2023' })
  const [within] = compilePattern('w.e.f. {D}{th} {MMMM} {YYYY}').find(
    'Rates w.e.f. 05th September 2016 (new)',
  )
  assert.deepEqual({ ...within }, { D: '05', MMMM: 'September', YYYY: '2016' })
  assert.deepEqual(compilePattern('{D}.{MM}.{YYYY}').find('115.08.2023'), [])
})

test('a form with an unknown part is refused', () => {
  assert.deepEqual(
    orFailure(() => compilePattern('on {Day}')),
    {
      failure: 'A form of the source has an unknown part {Day}.',
    },
  )
})

test('many stars and a long text take linear time', () => {
  assert.ok(!matches('*a*a*a*a*a*a*a*b', 'a'.repeat(100_000)))
})
