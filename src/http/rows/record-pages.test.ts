import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBook } from '../../../test/support/book.ts'
import { foundChanges, foundHistory } from '../../../test/support/found-rows.ts'
import { slowChangesText, slowHistoryText } from '../../../test/support/record-rows.ts'
import type { Market } from '../../market/market.ts'
import type { Body } from '../message/body.ts'
import { bytesOf } from '../message/payload.ts'
import { changePages, historyPages } from './record-pages.ts'

const book = openBook()
const day = (index: number): string => new Date(Date.UTC(2026, 0, index)).toISOString()
book.register(day(1), 'alpha', { name: 'Old "name"' })
book.register(day(1), 'beta')
for (let index = 2; index < 40; index++) {
  book.publish(day(index), 'alpha', [`general 12 maturity ${8 + (index % 2)}`])
  book.publish(day(index), 'beta', [`general 12 maturity ${8 + (index % 3)}`])
}
const before = book.market()
book.check(day(40), 'alpha')
const checked = book.market()
book.register(day(41), 'alpha', { name: 'Neuer Name \u2028 „ü“ 🏦' })
const renamed = book.market()
book.register(day(42), 'beta', { type: 'nbfi' })
const retyped = book.market()
book.register(day(43), 'gamma')
const joined = book.market()

const { ledger } = before.records
const everything = { limit: 1_000, offset: 0 }

const textOf = (body: Body): string => bytesOf(body.payload()).toString()

test('an institution with another name or type has it in all of its changes, old and new, and their pages another name', () => {
  const pagesOf = changePages(ledger)
  const pageIn = (market: Market): Body => pagesOf(market)(foundChanges(market, everything))
  const markets = [before, renamed, retyped, joined]
  const bodies = markets.map((market) => {
    const body = pageIn(market)
    assert.equal(textOf(body), slowChangesText(market, foundChanges(market, everything)))
    return body
  })
  const [first, second, third, fourth] = bodies.map((body) => body.digest())
  assert.match(textOf(pageIn(before)), /Old \\"name\\"/)
  assert.doesNotMatch(textOf(pageIn(renamed)), /Old/)
  assert.notEqual(first, second)
  assert.notEqual(second, third)
  // Somebody new is not among them.
  assert.equal(third, fourth)
  // What is asked of the old market, as while the next is prepared, is answered from the old one.
  assert.equal(pageIn(before).digest(), first)
  assert.equal(pageIn(renamed).digest(), second)
})

test('rows are made anew only when an institution has another name or type', () => {
  const pagesOf = changePages(ledger)
  const pages = pagesOf(before)
  assert.equal(pagesOf(checked), pages)
  const others = pagesOf(renamed)
  assert.notEqual(others, pages)
  assert.notEqual(pagesOf(retyped), others)
})

test('the history names no institution, and is the same whatever they are called', () => {
  const pages = historyPages(ledger)
  const bodyIn = (market: Market): Body => {
    const found = foundHistory(market, 'alpha', everything)
    assert.ok(found)
    const body = pages(found)
    assert.equal(textOf(body), slowHistoryText(found))
    return body
  }
  const [first, second] = [bodyIn(before), bodyIn(retyped)]
  assert.equal(textOf(first), textOf(second))
  assert.equal(first.digest(), second.digest())
})
