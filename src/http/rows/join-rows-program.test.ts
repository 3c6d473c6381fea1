import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { runs } from '../../../test/support/generators.ts'
import {
  columnsOf,
  joined,
  listsOf,
  noise,
  type Columns,
  type Row,
} from '../../../test/support/listed-rows.ts'
import { bytesOf } from '../message/payload.ts'

declare const WebAssembly: { Memory: { prototype: { grow: () => never } } }

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

/** Pieces of so many values each, with room enough between them for a match. */
const column = (lead: string, values: number) =>
  fc.record({
    frame: fc
      .array(fc.string({ unit: 'binary', minLength: 3, maxLength: 9 }), {
        minLength: values,
        maxLength: values,
      })
      .map((behind) => [lead, ...behind]),
    pieces: fc.array(fc.array(text, { minLength: values, maxLength: values }), {
      minLength: 1,
      maxLength: 8,
    }),
  })

test('any list of rows is their texts in their order, and its gzip form inflates to it', () => {
  const rows = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 60 })
  const columns = fc
    .tuple(fc.nat(4), fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([a, b, c]) => fc.tuple(column(',{"a', a), column('', b), column('', c)))
  fc.assert(
    fc.property(columns, fc.array(rows, { minLength: 1, maxLength: 4 }), (some, lists) => {
      const make = listsOf(some)
      for (const numbers of lists) {
        const list = numbers.map((row): Row => {
          const [a = 0, b = 0, c = 0] = row.map(
            (number, i) => number % (some[i]?.pieces.length ?? 1),
          )
          return [a, b, c]
        })
        const [plain, gzip] = [make(list).list(), make(list).gzip()]
        assert.equal(plain.toString(), Buffer.from(joined(some, list)).toString())
        assert.ok(gunzipSync(gzip).equals(plain))
        assert.ok(gzip.equals(listsOf(some)(list).gzip()), 'whatever was compressed before')
      }
    }),
    runs(200),
  )
})

test('a form that is written late is what it was, whatever was compressed, joined or learned meanwhile', () => {
  const columns = columnsOf(Array.from({ length: 300 }, (_, i) => `bank-${i}`))
  const counted = { length: 60 }
  const make = listsOf(columns, counted)
  const one = make([
    [1, 2, 3],
    [1, 4, 3],
  ])
  const expected = one.gzip()
  const form = one.form()
  assert.ok(form)
  const meanwhile = [
    () => make([[7, 8, 9]]).gzip(),
    () => make([[8, 8, 9]]).list(),
    () => one.list(),
    () => {
      counted.length = 300
      make(Array.from({ length: 300 }, (_, i): Row => [i, i % 50, i % 50])).gzip()
    },
  ]
  for (const happens of meanwhile) {
    happens()
    assert.ok(bytesOf(form).equals(expected))
  }
})

test('rows that are much alike are a tenth of their size', () => {
  const columns: Columns = [
    {
      frame: [',{"institution_id":"', '","tenure_months":"', '","prev_rate_pa":"'],
      pieces: [['peoples-bank","institution_name":"People\'s Bank', '12.00']],
    },
    {
      frame: ['', '","new_rate_pa":"', '","direction":"', '","changed_at":"'],
      pieces: Array.from({ length: 40 }, (_, i) => [`${8 + i / 8}`, `${8 + i / 5}`, 'up']),
    },
    {
      frame: ['', '', '"}'],
      pieces: Array.from({ length: 24 }, (_, i) => [`2026-06-09`, `T${10 + i}:00:00Z`]),
    },
  ]
  const page = listsOf(columns)(
    Array.from({ length: 200 }, (_, i): Row => [0, (i * 37) % 40, (i * 7) % 24]),
  )
  const [list, gzip] = [page.list(), page.gzip()]
  assert.ok(gzip.length < list.length / 10, `${gzip.length} of ${list.length}`)
})

test('lists that each begin with a text that was never seen are compressed as well as the first', () => {
  const columns = columnsOf(Array.from({ length: 3_000 }, (_, i) => `number ${i}`))
  const make = listsOf(columns)
  const pageOf = (first: number) => make(Array.from({ length: 7 }, (): Row => [first, 1, 1]))
  const { length } = pageOf(1_111).gzip()
  for (const [first] of columns[0].pieces.entries()) {
    const page = pageOf(first)
    const [list, gzip] = [page.list(), page.gzip()]
    assert.ok(gunzipSync(gzip).equals(list), `${first}`)
    // Numbers have up to four digits, of which some take more bits than others.
    assert.ok(gzip.length <= length + 3, `${first}: ${gzip.length} bytes, not ${length}`)
  }
})

test('where memory is refused rows are joined as before, and compressed again once it is granted', (t) => {
  const columns = columnsOf(
    Array.from({ length: 3_000 }, (_, i) => `number ${i} of ${noise(i % 99)}`),
  )
  const counted = { length: 1_600 }
  const make = listsOf(columns, counted)
  make([[0, 0, 0]]).list()
  // As many numbers as have a place already: twice as many would take memory.
  counted.length = 3_000
  const pages = columns[0].pieces.map((_, i) => make([[i, (i * 7) % 50, (i * 11) % 50]]))
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
