import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import wabt from 'wabt'
import { openBook } from '../../../test/support/book.ts'
import { failingTexts } from '../../../test/support/failing-texts.ts'
import { foundChanges, foundHistory } from '../../../test/support/found-rows.ts'
import { runs } from '../../../test/support/generators.ts'
import { movingMarkets } from '../../../test/support/moving-markets.ts'
import { rowAt } from '../../market/rows.ts'
import type { FoundRows } from '../../query/page.ts'
import { slotsOf } from '../memo/room.ts'
import { createPieceFinder } from './found-pieces.ts'
import { joinRows, type RowJoiner } from './join-rows.ts'
import { changeTexts, historyTexts, type RowTexts } from './row-texts.ts'
import { newSendingMemory, slotSize } from './sending-memory.ts'

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

const sending = newSendingMemory()
assert.ok(sending)
const joinerOf = (texts: RowTexts): RowJoiner => joinRows(texts, createPieceFinder(texts), sending)

declare const WebAssembly: { Memory: { (): never; prototype: { grow: () => never } } }

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

const blank = Buffer.alloc(slotSize, 0xff)
const [slotBefore = blank, slot = blank, slotBehind = blank] = slotsOf(sending)

/** What a joiner makes of some rows, between bytes that it must not touch, also where responses are sent from. */
function joined({ measure, write }: RowJoiner, found: FoundRows) {
  const { length, mark } = measure(found)
  const memory = Buffer.alloc(length + 80, 0xff)
  write(found, memory, 40)
  for (const around of [memory.subarray(0, 40), memory.subarray(40 + length)])
    assert.ok(around.every((byte) => byte === 0xff))
  const sent = length <= slot.length ? slot : Buffer.alloc(length)
  const before = sent.length - length
  for (const place of [slotBefore, sent, slotBehind]) place.fill(0xff)
  write(found, sent, before)
  assert.ok(sent.subarray(0, before).equals(blank.subarray(0, before)))
  for (const place of [slotBefore, slotBehind]) assert.ok(place.equals(blank))
  assert.ok(sent.subarray(before).equals(memory.subarray(40, 40 + length)))
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

for (const [how, offerOf] of [
  ['with new rates', (day: number) => `general ${day} maturity ${8 + (day % 90) / 100}`],
  ['at one rate', (day: number) => `general ${day} maturity 8`],
] as const) {
  test(`rows of a book that has grown ${how} are not taken for others, known or not`, (t) => {
    const growing = growingBook(offerOf)
    let joiner: RowJoiner | undefined
    let expected: RowJoiner | undefined
    // The second time there are as many numbers as had a place, and one more.
    for (const until of [3, 6, 100, 105, 500, 530]) {
      const { ledger: grown } = growing.publishUntil(until).records
      joiner ??= joinerOf(historyTexts(grown))
      expected ??= inJavaScript(t, historyTexts(grown))
      for (const found of growing.pages(3))
        assert.deepEqual(joined(joiner, found), joined(expected, found))
    }
  })
}

/** A book that gets a sheet of one offer each day, and the pages of one row, the newest first. */
function growingBook(offerOf: (day: number) => string) {
  const book = openBook()
  book.register(dayOf(0), 'beta')
  let day = 1
  return {
    publishUntil(until: number) {
      for (; day < until; day++) book.publish(dayOf(day), 'beta', [offerOf(day)])
      return book.market()
    },
    *pages(step: number): Generator<FoundRows> {
      for (let offset = 0; offset < day - 1; offset += step) {
        const found = foundHistory(book.market(), 'beta', { limit: 1, offset })
        if (found !== undefined) yield found
      }
    },
  }
}

test('rows are joined where they are sent from, and copied to any other place', () => {
  const found = foundHistory(first, 'beta', { limit: 10, offset: 0 })
  assert.ok(found)
  const { measure, write } = joinerOf(historyTexts(ledger))
  const { length } = measure(found)
  const behind = [slot, Buffer.alloc(slotSize)].map((place) => {
    place.fill(0xff)
    write(found, place, 100)
    return place.readUInt8(100 + length)
  })
  // A step goes beyond the last row, a copy ends with it.
  assert.deepEqual([behind[0] === 0xff, behind[1]], [false, 0xff])
})

test('a list longer than the memory has all of its rows', (t) => {
  const found = foundHistory(first, 'beta', { limit: 500, offset: 0 })
  assert.ok(found)
  const joiner = joinerOf(historyTexts(ledger))
  joined(joiner, found)
  const { start, end } = found
  const items = Uint32Array.from({ length: 40_000 }, (_, i) =>
    rowAt(found, start + (i % (end - start))),
  )
  const longer = { ...found, items, start: 0, end: items.length }
  assert.deepEqual(joined(joiner, longer), joined(inJavaScript(t, historyTexts(ledger)), longer))
})

test('memory that is refused leaves no page wrong once it is granted again', (t) => {
  const growing = growingBook((day) => `general ${1 + (day % 150)} maturity 8`)
  const joiner = joinerOf(historyTexts(growing.publishUntil(300).records.ledger))
  for (const found of growing.pages(1)) joined(joiner, found)
  const late = growing.publishUntil(3_000)
  const refused = t.mock.method(WebAssembly.Memory.prototype, 'grow', () => {
    throw new RangeError('Maximum memory size exceeded')
  })
  for (const found of growing.pages(1_000)) assert.throws(() => joiner.measure(found), RangeError)
  refused.mock.restore()
  const expected = inJavaScript(t, historyTexts(late.records.ledger))
  const asked = [...growing.pages(1)]
  // First those whose numbers would have a place where texts lay before.
  for (const found of [...asked.slice(2_100, 2_400), ...asked])
    assert.deepEqual(joined(joiner, found), joined(expected, found))
})

test('a text that cannot be made leaves nothing of its page behind', () => {
  const failing = failingTexts(historyTexts(ledger))
  const joiner = joinerOf(failing.texts)
  const [one, other] = [0, 40].map((offset) => foundHistory(first, 'beta', { limit: 20, offset }))
  assert.ok(one && other)
  assert.throws(() => joiner.measure(one), /no text/)
  failing.fails = false
  const expected = joined(joiner, one)
  failing.fails = true
  assert.throws(() => joiner.measure(other), /no text/)
  failing.fails = false
  assert.deepEqual(joined(joiner, one), expected)
  assert.deepEqual(joined(joiner, other), joined(joinerOf(historyTexts(ledger)), other))
})

for (const name of ['join-rows', 'gzip-rows']) {
  test(`${name}: the program is what its text says`, async () => {
    const file = (end: string) => readFileSync(new URL(`${name}.${end}`, import.meta.url))
    const tools = await wabt()
    // What its types do not know of.
    const features = { simd: true, multi_memory: true }
    const text = tools.parseWat(name, file('wat').toString(), features)
    assert.ok(file('wasm').equals(text.toBinary({}).buffer))
  })
}
