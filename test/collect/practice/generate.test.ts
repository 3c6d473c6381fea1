import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layouts } from './layouts.ts'
import { writtenPages } from './generate.ts'
import { offersOf } from './practice-page.ts'
import { tierKeyOf } from '../../../src/domain/offer.ts'

test('the layouts are those of all 49 kinds of pages, each with an institution of its own', () => {
  const kinds = new Set(layouts.map(({ id }) => id.slice(0, 3)))
  const wanted = Array.from({ length: 49 }, (_, index) => `L${String(index + 1).padStart(2, '0')}`)
  assert.deepEqual([...kinds].toSorted(), wanted)
  for (const key of ['id', 'institutionId', 'name'] as const)
    assert.equal(new Set(layouts.map((layout) => layout[key])).size, layouts.length, key)
})

test('every layout writes the same bytes each time', () => {
  for (const layout of layouts) assert.deepEqual(writtenPages(layout), writtenPages(layout))
})

test('no page lists a tier twice, and each has enough rates for a rule about many moves', () => {
  for (const { id, page } of layouts) {
    const offers = offersOf(page)
    assert.ok(offers.length >= 4, id)
    assert.equal(new Set(offers.map(tierKeyOf)).size, offers.length, id)
  }
})
