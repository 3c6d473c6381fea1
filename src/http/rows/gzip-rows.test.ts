import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { columnsOf, joined, listsOf, noise, type Row } from '../../../test/support/listed-rows.ts'

/** The bytes of a row beside its value, where all else is of the first pieces. */
const around = joined(columnsOf(['']), [[0, 0, 0]]).length - 1

test('matches of every length inflate to what they stand for', () => {
  const lengths = [...Array.from({ length: 800 }, (_, i) => i), 8_000]
  const columns = columnsOf(lengths.map(noise))
  const make = listsOf(columns)
  for (const [i] of lengths.entries()) {
    const list: Row[] = [
      [i, 0, 0],
      [i, 1, 1],
      [i, 1, 1],
      [i, 2, 4],
    ]
    assert.equal(gunzipSync(make(list).gzip()).toString(), joined(columns, list))
  }
  const all = lengths.map((_, i): Row => [i, i % 50, (i * 7) % 50])
  assert.equal(gunzipSync(make(all).gzip()).toString(), joined(columns, all))
})

test('matches at every distance inflate to what they stand for', () => {
  // Rows next to each power of two in length, where codes of distances begin.
  const lengths = Array.from({ length: 7 }, (_, i) =>
    [-2, -1, 0, 1, 2, 2 ** (i + 4)].map((more) => 2 ** (i + 6) + more - around),
  ).flat()
  const columns = columnsOf(lengths.map(noise))
  const make = listsOf(columns)
  for (const [i] of lengths.entries()) {
    for (const [j] of lengths.entries()) {
      const list: Row[] = [
        [i, 0, 0],
        [j, 0, 0],
        [j, 1, 0],
        [i, 1, 1],
      ]
      assert.equal(gunzipSync(make(list).gzip()).toString(), joined(columns, list))
    }
  }
})

test('rows of pieces that are longer than a match reaches back are left to zlib', () => {
  const frame = ',{"of":"","is":"'.length
  const columns = columnsOf([8_192, 8_193].map((length) => noise(length - frame)))
  const make = listsOf(columns)
  const short: Row[] = [
    [0, 1, 2],
    [0, 2, 2],
  ]
  assert.equal(gunzipSync(make(short).gzip()).toString(), joined(columns, short))
  const long = [...short, [1, 2, 3] as const]
  assert.equal(make(long).form(), undefined)
  assert.equal(make(long).list().toString(), joined(columns, long))
  assert.equal(gunzipSync(make(short).gzip()).toString(), joined(columns, short))
})

test('pages of more than a gigabyte together are compressed as the first was', () => {
  const names = Array.from({ length: 9 }, (_, i) => `${i} ${noise(50)}`)
  const columns = columnsOf([noise(8_000), noise(7_999), ...names])
  const make = listsOf(columns)
  // Each of the two is within reach where it comes again, and then both are too far.
  const rows = Array.from({ length: 6_000 }, (_, i): Row => [(i % 9) % 2, i % 50, i % 3])
  const first = make(rows).gzip()
  assert.equal(gunzipSync(first).toString(), joined(columns, rows))
  const inTurn = (...numbers: number[]) => numbers.map((number): Row => [number, 0, 0])
  const [some, others] = [inTurn(2, 3, 4, 5, 6, 7), inTurn(7, 6, 5, 4, 3, 2)]
  make(some).gzip()
  const expected = listsOf(columns)(others).gzip()
  // After a thousand million bytes, with a window behind each list, places are counted anew: where some were written then, others are.
  const length = make(rows).list().length + 32_768
  const enough = (): void => {
    for (let bytes = 0; bytes <= 1_000_000_000; bytes += length)
      assert.ok(make(rows).gzip().equals(first))
  }
  enough()
  make(some).gzip()
  enough()
  assert.ok(make(others).gzip().equals(expected))
})

test('a long value that was written a little before is not written again', () => {
  const names = Array.from({ length: 5 }, (_, i) => `${i} ${noise(60)}`)
  const columns = columnsOf(names)
  const make = listsOf(columns)
  const inTurn = (length: number) => make(Array.from({ length }, (_, i): Row => [i % 5, 0, 0]))
  const [once, often] = [inTurn(5).gzip().length, inTurn(50).gzip().length]
  assert.ok(often - once < 45 * 8, `${once} and ${often} bytes`)
  assert.equal(gunzipSync(inTurn(50).gzip()).toString(), inTurn(50).list().toString())
})

test('a long value is written again as soon as it stands further back than a match reaches', () => {
  const sizeAt = (distance: number): number => {
    // How long the value of the last row is before the long one comes again.
    const last = distance - (60 + around) - 4 * (7_000 + around) - around
    const lengths = [60, 5, 7_000, 7_001, 7_002, 6_997, last]
    const columns = columnsOf(lengths.map(noise))
    const rows = [1, 0, 2, 3, 4, 5, 6, 0].map((number): Row => [number, 0, 0])
    const gzip = listsOf(columns)(rows).gzip()
    assert.equal(gunzipSync(gzip).toString(), joined(columns, rows))
    return gzip.length
  }
  const [near, farthest, beyond] = [sizeAt(32_767), sizeAt(32_768), sizeAt(32_769)]
  assert.ok(farthest - near < 10 && beyond - farthest > 25, `${near}, ${farthest}, ${beyond}`)
})

test('two bytes are written out, however rare they are', () => {
  const columns = columnsOf(['~~', '^^', '\u007f|'])
  const rows = Array.from({ length: 20 }, (_, i): Row => [i % 3, 0, 0])
  assert.equal(gunzipSync(listsOf(columns)(rows).gzip()).toString(), joined(columns, rows))
})
