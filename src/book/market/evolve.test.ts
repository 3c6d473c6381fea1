import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offer, registered, sheet } from '../../../test/book/store/drafts.ts'
import { follow } from '../../../test/support/follow.ts'
import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { tierOf } from '../../domain/offer.ts'
import { buildMarket, evolve } from './evolve.ts'
import { emptyMarket } from './market.ts'

const first: Entry = { ...registered('a', '2026-06-01T00:00:00Z'), position: 1 }
const check = (position: number, at: Instant, institutionId = 'a'): Entry => ({
  position,
  at,
  institutionId,
  kind: 'rates-checked',
})

test('evolve throws if the entry leaves a gap, repeats a position or has an earlier instant', () => {
  const market = evolve(emptyMarket, first)
  assert.throws(() => evolve(emptyMarket, check(2, first.at)), /Entry 2 does not follow position 0/)
  assert.throws(() => evolve(market, first), /Entry 1 does not follow position 1/)
  assert.throws(() => evolve(market, check(3, first.at)), /Entry 3 does not follow position 1/)
  assert.throws(() => evolve(market, check(2, (first.at - 1) as Instant)), /does not follow/)
  assert.equal(evolve(market, check(2, first.at)).position, 2)
})

test('evolve throws if the institution is not registered', () => {
  const market = evolve(emptyMarket, first)
  assert.throws(() => evolve(market, check(2, first.at, 'b')), /b, which is not registered/)
})

test('a builder refuses a correction at once if a position that it names is not a rate sheet', () => {
  const listed = offer('general 12 maturity', '9')
  const published: Entry = {
    ...check(2, first.at),
    kind: 'sheet-published',
    sheet: sheet('a', '2026-06-01T00:00:00Z', [listed]),
    changes: [{ ...listed, direction: 'initial', previous: listed.rate }],
    sample: false,
  }
  const correcting = (of: number, figureOf: number): Entry => {
    const figures = [{ ...tierOf(listed), of: figureOf, was: listed.rate }]
    const correction = { of, isRetraction: false, cause: 'misread' as const, figures }
    return { ...check(3, first.at), kind: 'rate-corrected', correction, changes: [] }
  }
  const market = follow(emptyMarket, [first, published])
  const isRefused = /Entry 3 corrects position 1, which is not a rate sheet/
  assert.throws(() => buildMarket(market).add(correcting(1, 2)), isRefused)
  assert.throws(() => buildMarket(market).add(correcting(2, 1)), isRefused)
  assert.equal(evolve(market, correcting(2, 2)).corrections.length, 1)
})

test('institutions are ordered by id, not by registration', () => {
  const drafts = ['b', 'b2', 'a', 'b-2'].map((id) => registered(id, '2026-06-01T00:00:00Z'))
  const entries = drafts.map((draft, index) => ({ ...draft, position: index + 1 }))
  const { institutions } = entries.reduce(evolve, emptyMarket)
  assert.deepEqual([...institutions.keys()], ['a', 'b', 'b-2', 'b2'])
})
