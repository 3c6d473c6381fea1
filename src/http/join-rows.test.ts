import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import wabt from 'wabt'
import { runs } from '../../test/support/generators.ts'
import { openBook } from '../../test/support/book.ts'
import { foundChanges, foundHistory } from '../../test/support/found-rows.ts'
import { movingMarkets } from '../../test/support/moving-markets.ts'
import type { FoundRows } from '../query/page.ts'
import { createPieceFinder } from './found-pieces.ts'
import { joinRows, type RowJoiner } from './join-rows.ts'
import { columnOf, changeTexts, historyTexts, type RowTexts } from './row-texts.ts'

const markets = movingMarkets(200, 60)
const [first] = markets
assert.ok(first)
const { ledger } = first.records

/** Texts, joiners of them, and what is joined: pages of the history of one institution, or of the changes of all. */
const kinds = [
  {
    newTexts: () => historyTexts(ledger),
    find: (version: number, limit: number, offset: number) =>
      foundHistory(markets[version] ?? first, 'beta', { limit, offset }),
  },
  {
    newTexts: () => changeTexts(ledger, (id) => institutionOf(id)),
    find: (version: number, limit: number, offset: number) =>
      foundChanges(markets[version] ?? first, { limit, offset }),
  },
]

function institutionOf(id: string) {
  const book = first?.institutions.get(id)
  assert.ok(book)
  return book.institution
}

const dayOf = (day: number): string => new Date(Date.UTC(2020, 0, 1 + day)).toISOString()

const joinerOf = (texts: RowTexts): RowJoiner => joinRows(texts, createPieceFinder(texts))

declare const WebAssembly: { Memory: () => never }

/** A joiner of a machine whose system gives no memory for WebAssembly. */
function inJavaScript(t: TestContext, texts: RowTexts): RowJoiner {
  const refused = t.mock.method(WebAssembly, 'Memory', () => {
    throw new RangeError('could not allocate memory')
  })
  const joiner = joinerOf(texts)
  assert.equal(refused.mock.callCount(), 1)
  refused.mock.restore()
  return joiner
}

/** What a joiner makes of some rows, between bytes that it must not touch. */
function joined({ measure, write }: RowJoiner, found: FoundRows) {
  const { length, mark } = measure(found)
  const memory = Buffer.alloc(length + 80, 0xff)
  write(found, memory, 40)
  for (const around of [memory.subarray(0, 40), memory.subarray(40 + length)])
    assert.ok(around.every((byte) => byte === 0xff))
  return { mark, text: memory.toString('utf8', 40, 40 + length) }
}

test('rows are joined in WebAssembly as in JavaScript, whatever was asked for before and is published meanwhile', (t) => {
  for (const { newTexts, find } of kinds) {
    const expected = inJavaScript(t, newTexts())
    const page = fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 120 }), fc.nat(200))
    fc.assert(
      fc.property(fc.array(page, { minLength: 1, maxLength: 12 }), (pages) => {
        const joiner = joinerOf(newTexts())
        for (const [version, limit, offset] of pages.toSorted(([a], [b]) => a - b)) {
          const found = find(version, limit, offset)
          assert.ok(found)
          if (found.end > found.start)
            assert.deepEqual(joined(joiner, found), joined(expected, found))
        }
      }),
      runs(100),
    )
  }
})

test('rows of a book that has grown are not taken for others, known or not', (t) => {
  const book = openBook()
  book.register(dayOf(0), 'beta')
  let [day, joiner, expected] = [
    1,
    undefined as RowJoiner | undefined,
    undefined as RowJoiner | undefined,
  ]
  for (const days of [2, 100, 5, 400, 30]) {
    for (const until = day + days; day < until; day++)
      book.publish(dayOf(day), 'beta', [`general ${day} maturity ${8 + (day % 90) / 100}`])
    const market = book.market()
    joiner ??= joinerOf(historyTexts(market.records.ledger))
    expected ??= inJavaScript(t, historyTexts(market.records.ledger))
    for (let offset = 0; offset < day - 1; offset += 3) {
      const found = foundHistory(market, 'beta', { limit: 1, offset })
      assert.ok(found)
      assert.deepEqual(joined(joiner, found), joined(expected, found))
    }
  }
})

test('a text that cannot be made leaves nothing of its page behind', () => {
  const texts = historyTexts(ledger)
  let fails = true
  const textOf = (number: number): string => {
    if (fails) throw new Error('no text')
    return texts.publication.textOf(number)
  }
  const joiner = joinerOf({ ...texts, publication: columnOf(textOf) })
  const [one, other] = [0, 40].map((offset) => foundHistory(first, 'beta', { limit: 20, offset }))
  assert.ok(one && other)
  assert.throws(() => joiner.measure(one), /no text/)
  fails = false
  const expected = joined(joiner, one)
  fails = true
  assert.throws(() => joiner.measure(other), /no text/)
  fails = false
  assert.deepEqual(joined(joiner, one), expected)
  assert.deepEqual(joined(joiner, other), joined(joinerOf(historyTexts(ledger)), other))
})

test('the program is what its text says', async () => {
  const file = (name: string) => readFileSync(new URL(name, import.meta.url))
  const tools = await wabt()
  const { buffer } = tools
    .parseWat('join-rows.wat', file('join-rows.wat').toString(), {
      simd: true,
    })
    .toBinary({})
  assert.ok(file('join-rows.wasm').equals(buffer))
})
