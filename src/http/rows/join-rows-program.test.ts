import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import type { Records } from '../../market/records.ts'
import type { FoundRows } from '../../query/page.ts'
import { bytesOf } from '../message/payload.ts'
import { createPieceFinder } from './found-pieces.ts'
import { joinRows } from './join-rows.ts'
import { noPieces } from './pieces.ts'
import { columnOf, type RowTexts } from './row-texts.ts'

declare const WebAssembly: { Memory: { prototype: { grow: () => never } } }

/** Three texts for each row, by their numbers; the first of a row begins with a comma where it may be the first of a list. */
type Row = readonly [number, number, number]

/** Lists of rows of some texts, and their gzip forms, all of one program. */
function listsOf(texts: readonly string[], counted: { readonly length: number } = texts) {
  const column = () => columnOf((number) => texts[number] ?? '')
  const row: RowTexts = {
    pieces: noPieces(),
    series: column(),
    move: column(),
    publication: column(),
  }
  const { measure, write, gzip } = joinRows(row, createPieceFinder(row))
  assert.ok(gzip)
  const ledger = { allSeries: counted, allMoves: counted, publications: counted }
  return (rows: readonly Row[]) => {
    const cells = Uint32Array.from(rows.flat())
    // Rows come newest first.
    const items = Uint32Array.from(rows.keys()).reverse()
    const records = { ledger } as unknown as Records
    const found: FoundRows = { records, cells, items, start: 0, end: items.length }
    return {
      list() {
        const bytes = Buffer.alloc(measure(found).length + 1, ']')
        write(found, bytes, 0)
        bytes[0] = 0x5b
        return bytes
      },
      gzip: () => bytesOf(gzip(found)),
    }
  }
}

/** What rows of some texts are as a list. */
const joined = (texts: readonly string[], rows: readonly Row[]): string =>
  `[${rows
    .flat()
    .map((number) => texts[number])
    .join('')
    .slice(1)}]`

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
  fc.string({ unit: 'binary', minLength: 40, maxLength: 400 }),
  fc
    .tuple(
      fc.constantFrom('peoples-bank', 'Ünï 🏦 \u2028'),
      fc.nat(99),
      fc.constantFrom('up', 'down'),
    )
    .map(
      ([name, rate, direction]) =>
        `"name":"${name}","rate_pa":"${rate}.500","was":"${rate}.500","direction":"${direction}"}`,
    ),
)

test('any list of rows is their texts in their order, and its gzip form inflates to it', () => {
  const rows = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 20 }),
      fc.array(rows, { minLength: 1, maxLength: 4 }),
      (some, lists) => {
        const texts = some.flatMap((one) => [`,${one}`, one])
        const make = listsOf(texts)
        for (const numbers of lists) {
          const list = numbers.map(([a, b, c]): Row => [
            2 * (a % some.length),
            b % texts.length,
            2 * (c % some.length) + 1,
          ])
          const [plain, gzip] = [make(list).list(), make(list).gzip()]
          assert.equal(plain.toString(), Buffer.from(joined(texts, list)).toString())
          assert.ok(gunzipSync(gzip).equals(plain))
          assert.ok(gzip.equals(listsOf(texts)(list).gzip()), 'whatever was compressed before')
        }
      },
    ),
    runs(200),
  )
})

test('matches of every length, and as far back as they reach, inflate to what they stand for', () => {
  const lengths = [...Array.from({ length: 800 }, (_, i) => 3 + i), 32_767, 32_768, 32_769, 40_000]
  const texts = [',', ...lengths.map((length) => noise(length))]
  const make = listsOf(texts)
  const rows = lengths.map((_, i): Row => [0, i + 1, i + 1])
  for (const list of [...rows.map((row) => [row]), rows, rows.toReversed()])
    assert.equal(gunzipSync(make(list).gzip()).toString(), joined(texts, list))
})

test('a piece is written again as soon as it stands further back than a match reaches', () => {
  const piece = noise(60)
  for (const distance of [32_767, 32_768, 32_769, 32_770]) {
    const texts = [',', piece, noise(distance - piece.length - 1), 'end']
    const list: Row[] = [
      [0, 1, 2],
      [0, 1, 3],
    ]
    const gzip = listsOf(texts)(list).gzip()
    assert.equal(gunzipSync(gzip).toString(), joined(texts, list))
  }
})

test('matches at every distance inflate to what they stand for', () => {
  // Those next to each power of two, where codes begin; five bytes stand between what is repeated and what fills the rest.
  const distances = Array.from({ length: 12 }, (_, i) =>
    [-1, 0, 1, 2, 2 ** (i + 2)].map((more) => 2 ** (i + 3) + more),
  ).flat()
  const texts = [',', 'abc', ...distances.map((distance) => noise(distance - 5))]
  const make = listsOf(texts)
  for (const [i] of distances.entries()) {
    const list: Row[] = [
      [0, 1, i + 2],
      [1, 0, 1],
    ]
    assert.equal(gunzipSync(make(list).gzip()).toString(), joined(texts, list))
  }
})

/** Printed characters without order, so many. */
function noise(length: number): string {
  let state = length
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return String.fromCodePoint(97 + ((state >>> 16) % 26))
  }).join('')
}

test('what stands further back than a match reaches is written again', () => {
  const texts = Array.from(
    { length: 200 },
    (_, i) => `,{"number":"${i}","text":"${String.fromCodePoint(97 + (i % 26)).repeat(300)}"}`,
  )
  const make = listsOf(texts)
  const forth = texts.map((_, i): Row => [i, (i + 70) % 200, (i + 140) % 200])
  for (const list of [forth, [...forth, ...forth.toReversed()]]) {
    const plain = make(list).list()
    assert.ok(plain.length > 60_000)
    assert.ok(gunzipSync(make(list).gzip()).equals(plain))
  }
})

test('pages of more than a gigabyte together are compressed as the first was', () => {
  const make = listsOf([
    `,{"text":"${'x'.repeat(30_000)}"}`,
    ',{"text":"short, but longer than a step"}',
  ])
  const rows = [...Array.from({ length: 533 }, (): Row => [0, 0, 0]), [0, 0, 1] as const]
  const first = make(rows).gzip()
  // The places are counted anew after a thousand million bytes.
  for (let bytes = 0; bytes < 1_200_000_000; bytes += 48_000_000)
    assert.ok(make(rows).gzip().equals(first))
})

test('rows that are much alike are a tenth of their size', () => {
  const texts = [
    `,{"institution_id":"peoples-bank","institution_name":"People's Bank","tenure_months":"12.00","prev_rate_pa":"`,
    ...Array.from(
      { length: 40 },
      (_, i) =>
        `${8 + i / 8}","new_rate_pa":"${8 + i / 5}","direction":"up","changed_at":"2026-06-09T`,
    ),
    ...Array.from({ length: 24 }, (_, i) => `${10 + i}:00:00Z"}`),
  ]
  const page = listsOf(texts)(
    Array.from({ length: 200 }, (_, i) => [0, 1 + ((i * 37) % 40), 41 + ((i * 7) % 24)]),
  )
  const [list, gzip] = [page.list(), page.gzip()]
  assert.ok(gzip.length < list.length / 10, `${gzip.length} of ${list.length}`)
})

test('lists that each begin with a text that was never seen are compressed as well as the first', () => {
  const texts = Array.from({ length: 3_000 }, (_, i) => `,{"number":"${i}","rate_pa":"8.500"}`)
  const make = listsOf(texts)
  for (const [first] of texts.entries()) {
    const row: Row = [first, first, first]
    const page = make(Array.from({ length: 7 }, () => row))
    const [list, gzip] = [page.list(), page.gzip()]
    assert.ok(gunzipSync(gzip).equals(list), `${first}`)
    assert.ok(gzip.length < 180, `${first}: ${gzip.length} bytes`)
  }
})

test('where memory is refused rows are joined as before, and compressed again once it is granted', (t) => {
  const texts = Array.from({ length: 3_000 }, (_, i) => `,{"number":"${i}","rate_pa":"${i}.500"}`)
  const counted = { length: 1_600 }
  const make = listsOf(texts, counted)
  make([[0, 0, 0]]).list()
  // As many numbers as have a place already: twice as many would take memory.
  counted.length = texts.length
  const pages = texts.map((_, i) => make([[i, (i * 7) % 3_000, (i * 11) % 3_000]]))
  const lists = pages.map((page) => page.list())
  const refused = t.mock.method(WebAssembly.Memory.prototype, 'grow', () => {
    throw new RangeError('Maximum memory size exceeded')
  })
  let failures = 0
  for (const [i, page] of [...pages.entries(), ...pages.entries()]) {
    try {
      assert.deepEqual(gunzipSync(page.gzip()), lists[i])
    } catch (error) {
      assert.ok(error instanceof RangeError)
      failures++
    }
    assert.deepEqual(page.list(), lists[i])
  }
  assert.ok(failures > 0)
  refused.mock.restore()
  for (const [i, page] of pages.entries()) assert.deepEqual(gunzipSync(page.gzip()), lists[i])
})
