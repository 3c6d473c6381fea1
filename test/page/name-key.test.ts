import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameKey } from '../../web/rates/format.ts'

test('kinds of apostrophes, accents, white space, hyphens and case make no difference to a search', () => {
  for (const text of [
    "People's",
    'People\u2019s',
    'PEOPLE\u02BCS',
    'peoples',
    'people`s',
    "people's  bank",
  ])
    assert.ok(nameKey("People's Bank").includes(nameKey(text)), text)
  for (const [name, text] of [
    ['Crédit Général', 'credit general'],
    ['Cre\u0301dit', 'CRÉDIT'],
    ['Co-operative Bank', 'cooperative\u00A0bank'],
    ['Softlogic Finance P.L.C.', 'finance plc'],
    ['සම්පත් බැංකුව', 'සම්පත්  බැංකුව'],
  ] as const)
    assert.ok(nameKey(name).includes(nameKey(text)), text)
})

test('another name, or another vowel sign, is another key', () => {
  assert.notEqual(nameKey('Bank of Ceylon'), nameKey('Bank of Cologne'))
  assert.notEqual(nameKey('බැංකුව'), nameKey('බංකව'))
  assert.notEqual(nameKey('வங்கி'), nameKey('வஙக'))
})
