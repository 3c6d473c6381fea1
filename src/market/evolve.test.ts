import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from '../domain/entry.ts'
import type { Instant } from '../domain/instant.ts'
import { registered } from '../../test/store/drafts.ts'
import { evolve } from './evolve.ts'
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

test('institutions are ordered by id, not by registration', () => {
  const drafts = ['b', 'b2', 'a', 'b-2'].map((id) => registered(id, '2026-06-01T00:00:00Z'))
  const entries = drafts.map((draft, index) => ({ ...draft, position: index + 1 }))
  const { institutions } = entries.reduce(evolve, emptyMarket)
  assert.deepEqual([...institutions.keys()], ['a', 'b', 'b-2', 'b2'])
})
