import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../test/support/generators.ts'
import { createGzipPieces } from './gzip-pieces.ts'
import { joinedBody } from './joined-body.ts'
import { bytesOf } from './payload.ts'
import { addPiece, noPieces } from './pieces.ts'

/** Rows of some texts, joined and compressed; the numbers say which texts they are. */
function listOf(texts: readonly string[]) {
  const pieces = noPieces()
  for (const text of texts) addPiece(pieces, text)
  const gzip = createGzipPieces(pieces)
  return (some: readonly number[]) => {
    const numbers = Int32Array.from(some)
    const list = () => bytesOf(joinedBody(pieces, numbers).payload())
    return { list, gzip: () => bytesOf(gzip(numbers, numbers.length, list())) }
  }
}

/** Rows long enough to be copied by words. */
const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 40, maxLength: 400 }).map((some) => `,${some}`),
  fc
    .tuple(
      fc.constantFrom('peoples-bank', 'Ünï 🏦 \u2028'),
      fc.nat(99),
      fc.constantFrom('up', 'down'),
    )
    .map(
      ([name, rate, direction]) =>
        `,{"name":"${name}","rate_pa":"${rate}.500","was":"${rate}.500","direction":"${direction}"}`,
    ),
)

test('any list of rows is the texts in their order, and its gzip form inflates to it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 1, maxLength: 20 }),
      fc.array(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 4 }),
      (texts, lists) => {
        const make = listOf(texts)
        const fresh = () => listOf(texts)
        for (const some of lists) {
          const numbers = some.map((number) => number % texts.length)
          const { list: listed, gzip: zipped } = make(numbers)
          const [list, gzip] = [listed(), zipped()]
          const joined = numbers.map((number) => texts[number]).join('')
          assert.equal(list.toString(), `[${Buffer.from(joined).toString().slice(1)}]`)
          assert.ok(gunzipSync(gzip).equals(list))
          assert.ok(gzip.equals(fresh()(numbers).gzip()), 'whatever was compressed before')
        }
      },
    ),
    runs(200),
  )
})

test('pieces that are shorter than a match are written out, or make one longer', () => {
  const short = fc.string({ unit: 'binary', maxLength: 6 })
  fc.assert(
    fc.property(
      fc.array(short, { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat(), { maxLength: 120 }),
      (texts, some) => {
        const pieces = noPieces()
        for (const one of [',', ...texts]) addPiece(pieces, one)
        const numbers = Int32Array.from([0, ...some.map((number) => 1 + (number % texts.length))])
        const joined = Array.from(numbers, (number) => [',', ...texts][number]).join('')
        const list = Buffer.from(`[${joined.slice(1)}]`)
        const gzip = bytesOf(createGzipPieces(pieces)(numbers, numbers.length, list))
        assert.ok(gunzipSync(gzip).equals(list))
      },
    ),
    runs(300),
  )
})

test('what stands further back than a match reaches is written again', () => {
  const rows = Array.from(
    { length: 200 },
    (_, i) => `,{"number":"${i}","text":"${String.fromCodePoint(97 + (i % 26)).repeat(300)}"}`,
  )
  const make = listOf(rows)
  const forth = rows.map((_, i) => i)
  for (const numbers of [forth, [...forth, ...forth.toReversed(), ...forth], [0, ...forth, 0]]) {
    const [list, gzip] = [make(numbers).list(), make(numbers).gzip()]
    assert.ok(list.length > 60_000)
    assert.ok(gunzipSync(gzip).equals(list))
  }
})

test('pages of many gigabytes are compressed as the first was', () => {
  const make = listOf([
    `,{"text":"${'x'.repeat(30_000)}"}`,
    ',{"text":"short, but longer than a step"}',
  ])
  const numbers = [...Array.from({ length: 1_600 }, () => 0), 1]
  const first = make(numbers).gzip()
  // The places are counted anew after a thousand million bytes.
  for (let bytes = 0; bytes < 1_200_000_000; bytes += 48_000_000) {
    assert.ok(make(numbers).gzip().equals(first))
  }
})

test('rows that are much alike are a tenth of their size', () => {
  const rates = Array.from({ length: 40 }, (_, i) => `${8 + i / 8}`)
  const make = listOf(
    rates.flatMap((rate) =>
      rates
        .slice(0, 5)
        .map(
          (old) =>
            `,{"institution_id":"peoples-bank","institution_name":"People's Bank","tenure_months":"12.00","prev_rate_pa":"${old}","new_rate_pa":"${rate}","direction":"up","changed_at":"2026-06-09T00:00:00Z"}`,
        ),
    ),
  )
  const page = make(Array.from({ length: 200 }, (_, i) => (i * 37) % 200))
  const [list, gzip] = [page.list(), page.gzip()]
  assert.ok(gzip.length < list.length / 10, `${gzip.length} of ${list.length}`)
})

test('lists that each begin with a text that was never seen are compressed as well as the first', () => {
  const rows = Array.from({ length: 3_000 }, (_, i) => `,{"number":"${i}","rate_pa":"8.500"}`)
  const make = listOf(rows)
  for (let first = 0; first < rows.length; first++) {
    const page = make([first, ...Array.from({ length: 20 }, () => first)])
    const [list, gzip] = [page.list(), page.gzip()]
    assert.ok(gunzipSync(gzip).equals(list), `${first}`)
    assert.ok(gzip.length < 100, `${first}: ${gzip.length} bytes`)
  }
})
