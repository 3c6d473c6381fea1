import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import { marketOf, sampleEntries } from '../../../test/support/sample-market.ts'
import { indexSummary } from '../../query/summary.ts'
import { bytesOf } from '../message/payload.ts'
import { chosenRows, keepRows } from './chosen-rows.ts'

/** Rows of a list, each with whether it is chosen. */
const choices = fc.array(
  fc.record({ row: fc.record({ text: fc.string({ unit: 'binary' }) }), isChosen: fc.boolean() }),
  { maxLength: 20 },
)

test('chosen rows are a JSON list of them, and nothing before or behind it is touched', () => {
  fc.assert(
    fc.property(choices, fc.nat(40), fc.nat(40), (all, before, behind) => {
      const rows = keepRows(all.map(({ row }) => row))
      const numbers = [...all.keys()].filter((number) => all[number]?.isChosen)
      const chosen = numbers.map((number) => all[number]?.row)
      const payload = chosenRows(rows, numbers).payload()
      const expected = Buffer.from(JSON.stringify(chosen))
      assert.equal(payload.length, expected.length)
      const memory = Buffer.alloc(before + expected.length + behind, 0xff)
      payload.writeTo(memory, before)
      assert.ok(memory.subarray(before, before + expected.length).equals(expected))
      const around = [...memory.subarray(0, before), ...memory.subarray(before + expected.length)]
      assert.ok(around.every((byte) => byte === 0xff))
    }),
    runs(1_000),
  )
})

test('every choice has a name of its own', () => {
  const rows = keepRows(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({ text })))
  const names = Array.from({ length: 64 }, (_, choice) => {
    const numbers = [0, 1, 2, 3, 4, 5].filter((number) => (choice >> number) & 1)
    return chosenRows(rows, numbers).digest()
  })
  assert.equal(new Set(names).size, 64)
})

test('what was chosen stays so while something else is chosen', () => {
  const { groups, numbersOf } = indexSummary(marketOf(sampleEntries()))
  const rows = keepRows(groups.map(({ terms }) => terms))
  const general = chosenRows(rows, numbersOf({ variant: 'general' }))
  chosenRows(rows, numbersOf({ variant: 'senior_citizen' }))
  const expected = groups.map(({ terms }) => terms).filter(({ variant }) => variant === 'general')
  assert.ok(expected.length > 0)
  assert.equal(bytesOf(general.payload()).toString(), JSON.stringify(expected))
})

test('the list of all rows is made once', () => {
  const rows = keepRows(['a', 'b'].map((text) => ({ text })))
  assert.equal(chosenRows(rows, [0, 1]), rows.whole)
  assert.notEqual(chosenRows(rows, [1]), rows.whole)
})
