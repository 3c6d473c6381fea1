import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Decimal } from '../domain/decimal.ts'
import { figuresOf } from './figures.ts'
import { rankRates } from './rates.ts'
import { runningFigures } from './running-figures.ts'

/** Few values in several printings, so that they meet: `9`, `9.0`, `9.00`, `9.25`, `10.125`, `0.3333`. */
const rate = fc
  .tuple(fc.constantFrom('0', '9', '10'), fc.constantFrom('', '.0', '.00', '.25', '.125', '.3333'))
  .map(([whole, fraction]) => `${whole}${fraction}` as Decimal)

test('figures that run are those of the rates that are there, after every coming and going', () => {
  const steps = fc.array(fc.record({ rate, leaves: fc.boolean(), which: fc.nat() }), {
    maxLength: 40,
  })
  fc.assert(
    fc.property(steps, (given) => {
      const ranked = rankRates(given.map((step) => step.rate))
      const running = runningFigures(ranked)
      const there: Decimal[] = []
      for (const step of given) {
        if (step.leaves && there.length > 0) {
          const [gone] = there.splice(step.which % there.length, 1)
          if (gone !== undefined) running.remove(ranked.rankOf(gone))
        } else {
          there.push(step.rate)
          running.add(ranked.rankOf(step.rate))
        }
        const [first, ...rest] = there
        const expected = first === undefined ? undefined : figuresOf([first, ...rest])
        assert.deepEqual(running.figures(), expected)
      }
    }),
  )
})

test('the places of median and average fall again when the finest rate has gone', () => {
  const ranked = rankRates(['9', '9.3333'] as Decimal[])
  const running = runningFigures(ranked)
  running.add(ranked.rankOf('9' as Decimal))
  running.add(ranked.rankOf('9.3333' as Decimal))
  assert.equal(running.figures()?.average, '9.1667')
  running.remove(ranked.rankOf('9.3333' as Decimal))
  assert.equal(running.figures()?.average, '9.000')
})
