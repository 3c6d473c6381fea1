import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { directions, type Change } from './change.ts'
import { canonicalJson } from './canonical-json.ts'
import type { Decimal } from './decimal.ts'
import { payouts, variants } from './offer.ts'
import { perChange, scanChanges, scannedChange } from './scan-changes.ts'

const shortDecimal = fc
  .stringMatching(/^(?:0|[1-9]\d{0,3})(?:\.\d{1,3})?$/)
  .map((text) => text as Decimal)

const terms = {
  variant: fc.constantFrom(...variants),
  tenure: shortDecimal,
  payout: fc.constantFrom(...payouts),
}
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    ...terms,
    direction: fc.constantFrom(...directions),
    previous: shortDecimal,
    rate: shortDecimal,
  }),
  fc.record({ ...terms, direction: fc.constant('withdrawn'), previous: shortDecimal }),
)

/** The changes of a scan, each as an object. */
function scannedIn(text: string): Change[] | undefined {
  const scanned = scanChanges(text)
  return (
    scanned &&
    Array.from({ length: scanned.length / perChange }, (_, i) =>
      scannedChange(scanned, i * perChange),
    )
  )
}

test('what is scanned is what was written', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const text = canonicalJson(changes)
      assert.deepEqual(scannedIn(text), JSON.parse(text))
    }),
    { numRuns: 1000 },
  )
})

const one = { variant: 'women', tenure: '1', payout: 'annual', previous: '1' } as const

test('the shortest change and the longest have room', () => {
  const short = Array.from({ length: 500 }, () => ({ ...one, direction: 'withdrawn' }))
  assert.deepEqual(scannedIn(canonicalJson(short)), short)
  const rate = '100.0000' as Decimal
  const long = {
    direction: 'withdrawn',
    payout: 'quarterly',
    previous: rate,
    tenure: rate,
    variant: 'senior_citizen',
  }
  assert.deepEqual(scannedIn(canonicalJson([long, { ...one, direction: 'up', rate }])), [
    long,
    { ...one, direction: 'up', rate },
  ])
})

test('a decimal of more than eight characters is left to JSON.parse, wherever it stands', () => {
  for (const field of ['previous', 'rate', 'tenure']) {
    const long = { ...one, direction: 'up', rate: '1', [field]: '8.1234567' }
    assert.equal(scannedIn(canonicalJson([long])), undefined)
    const fits = { ...long, [field]: '8.123456' }
    assert.deepEqual(scannedIn(canonicalJson([fits])), [fits])
  }
})

test('a text that is cut short, or has something more, is not scanned', () => {
  const text = canonicalJson([
    { ...one, direction: 'up', rate: '9.5' },
    { ...one, direction: 'withdrawn' },
  ])
  assert.equal(scannedIn(text)?.length, 2)
  for (let end = 0; end < text.length; end++)
    assert.equal(scanChanges(text.slice(0, end)), undefined)
  for (let at = 0; at <= text.length; at++) {
    // Of the last two, the low bytes are a quote and a digit.
    for (const more of [' ', '"', ',', ']', '{', '7x', 'x', '\u{122}', '\u{137}']) {
      const longer = text.slice(0, at) + more + text.slice(at)
      assert.equal(scanChanges(longer), undefined, longer)
    }
  }
  assert.equal(scanChanges(`${text.slice(0, -1)}x`), undefined)
})

test('what follows a text of which there is just no room for more is not passed over', () => {
  // 721 changes of 90 bytes, of which 92 have seven more: one byte of the memory is left, and the sign needs three.
  const previous = '8.123456'
  const changes = Array.from({ length: 721 }, (_, i) =>
    i < 92 ? { ...one, direction: 'withdrawn', previous } : { ...one, direction: 'withdrawn' },
  )
  const text = canonicalJson(changes)
  assert.equal(text.length, 65_535)
  assert.deepEqual(scannedIn(text), changes)
  assert.equal(scanChanges(`${text}€`), undefined)
})

test('keys in another order, without one, or with another, and other words and figures are not scanned', () => {
  const up = { ...one, direction: 'up', rate: '9.5' }
  const { direction, ...rest } = up
  assert.equal(scanChanges(JSON.stringify([{ ...rest, direction }])), undefined)
  const others = [
    rest,
    { ...up, extra: 'x' },
    { ...one, direction },
    { ...up, direction: 'withdrawn' },
    { ...up, direction: 'sideways' },
    { ...up, payout: 'weekly' },
    { ...up, variant: 'pensioner' },
    { ...up, direction: '' },
    { ...up, payout: '' },
    { ...up, variant: '' },
    { ...up, rate: '' },
    { ...up, rate: '1/2' },
    { ...up, rate: '-1' },
    { ...up, rate: 9.5 },
    { ...up, rate: null },
    {},
    null,
  ]
  assert.ok(scanChanges(canonicalJson([up])))
  for (const other of others) {
    const text = canonicalJson([other])
    assert.equal(scanChanges(text), undefined, text)
  }
})

test('changes of any length are scanned, and nothing of a longer text is left for a shorter one', () => {
  const long = Array.from({ length: 2000 }, () => ({ ...one, direction: 'up', rate: '9.5' }))
  for (const length of [2000, 1, 800, 2]) {
    const changes = long.slice(0, length)
    const text = canonicalJson(changes)
    assert.deepEqual(scannedIn(text), changes)
    assert.equal(scanChanges(text.slice(0, -1)), undefined)
  }
})

test('no changes are no numbers', () => {
  assert.deepEqual(scannedIn('[]'), [])
})
