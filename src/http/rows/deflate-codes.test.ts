import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import {
  distanceCodes,
  lengthCodes,
  literalCodes,
  mostDeflated,
  writeBegin,
  writeEnd,
  writeLiterals,
} from './deflate-codes.ts'

/** Numbers of bits, the lowest first, as bytes. */
function packed(parts: readonly (readonly [bits: number, count: number])[]): Buffer {
  const bits = parts.flatMap(([value, count]) =>
    Array.from({ length: count }, (_, bit) => (value >> bit) & 1),
  )
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8))
  for (const [i, bit] of bits.entries()) bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7))
  return bytes
}

/** The bits that are written, one by one. */
function written(write: (out: Buffer, start: number) => number) {
  const out = Buffer.alloc(100_000, 0xff)
  const count = write(out, 0)
  return Array.from({ length: count }, (_, i) => [((out[i >> 3] ?? 0) >> (i & 7)) & 1, 1] as const)
}

const literals = (bytes: Uint8Array) => written((out, start) => writeLiterals(bytes, out, start))

/** What zlib makes of a block, without the brackets around it. */
function inflated(parts: readonly (readonly [number, number])[]): Buffer {
  const list = inflateRawSync(packed([...written(writeBegin), ...parts, ...written(writeEnd)]))
  assert.deepEqual([list[0], list.at(-1)], [...Buffer.from('[]')])
  return list.subarray(1, -1)
}

const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)

/** A packed code as bits. */
const bitsOf = (code = 0) => [code & 0xff_ffff, code >>> 24] as const

test('every byte inflates to itself, and what is written ends with zeros', () => {
  assert.ok(inflated(literals(all)).equals(all))
  for (const [byte, code] of literalCodes.entries()) {
    const out = Buffer.alloc(8, 0xff)
    const count = writeLiterals(Uint8Array.of(byte), out, 2)
    assert.equal(count, code >>> 24)
    const end = 2 + Math.ceil(count / 8)
    assert.equal(out.readUIntLE(2, end - 2), code & 0xff_ffff)
    for (const around of [out.subarray(0, 2), out.subarray(end)])
      assert.ok(around.every((one) => one === 0xff))
  }
})

test('every length of a match is as many bytes', () => {
  for (let length = 3; length <= 258; length++) {
    const one = literals(Uint8Array.of(120))
    const match = [bitsOf(lengthCodes[length]), bitsOf(distanceCodes[0])]
    assert.equal(inflated([...one, ...match]).toString(), 'x'.repeat(length + 1))
  }
})

test('nothing takes more than twice its bytes, and 256', () => {
  const rarest = Math.max(...Array.from(all, (byte) => literals(Uint8Array.of(byte)).length))
  const longest = Math.max(...Array.from(lengthCodes.subarray(3), (code) => bitsOf(code)[1]))
  const farthest = Math.max(...Array.from(distanceCodes, (code, i) => bitsOf(code)[1] + (i >> 1)))
  assert.ok(rarest <= 16 && longest + farthest <= 48, `${rarest}, ${longest} and ${farthest} bits`)
  for (const length of [1, 8_000, 300_000])
    assert.ok(mostDeflated(length) - mostDeflated(0) >= 2 * length)
  const around = written(writeBegin).length + written(writeEnd).length
  // And the word that the last bits are written with.
  assert.ok(around / 8 + 16 < mostDeflated(0), `${around} bits`)
})

test('every symbol of a distance begins where RFC 1951 has it', () => {
  const noise = Uint8Array.from({ length: 32_768 }, (_, i) => Math.imul(i, 0x9e3779b1) >>> 13)
  const [least = 0] = lengthCodes.subarray(3)
  let distance = 1
  for (const [symbol, code] of distanceCodes.entries()) {
    const before = noise.subarray(0, Math.max(3, distance))
    const extra = Math.max(0, (symbol >> 1) - 1)
    const match = [bitsOf(least), bitsOf(code), [0, extra] as const]
    const got = inflated([...literals(before), ...match])
    const start = before.length - distance
    for (const i of [0, 1, 2]) assert.equal(got[before.length + i], got[start + i], `${symbol}`)
    distance += 1 << extra
  }
})
