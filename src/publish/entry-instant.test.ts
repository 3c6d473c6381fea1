import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyHead } from '../domain/entry.ts'
import { after, dayLength, instantText, parseInstant, type Instant } from '../domain/instant.ts'
import { entryInstant, type EntryClock } from './entry-instant.ts'

const last = parseInstant('2026-06-09T00:00:00Z') as Instant
const head = { position: 7, at: last }
const hour = 3_600_000

/** The decision about an instant that is so many milliseconds after the last entry. */
function decided(from: EntryClock['from'], difference: number, flags: Partial<EntryClock> = {}) {
  const { at, warning, problem } = entryInstant(
    { from, read: () => after(last, difference), ...flags },
    head,
  )
  return { difference: at - last, warning, code: problem?.code, message: problem?.message }
}

const accepted = (difference: number) => ({
  difference,
  warning: undefined,
  code: undefined,
  message: undefined,
})

test('a clock that is up to 24 h behind the last entry gives the instant of that entry, with a warning', () => {
  for (const [behind, text] of [
    [1, '1 ms'],
    [2_000, '2 seconds'],
    [30 * 60_000, '30 minutes'],
    [dayLength, '24 hours'],
  ] as const) {
    assert.deepEqual(decided('clock', -behind), {
      ...accepted(0),
      warning: `This machine's clock says ${instantText(after(last, -behind))}, ${text} before the book's last entry; the instant of that entry, 2026-06-09T00:00:00Z, is used instead.`,
    })
  }
})

test('a clock that is further behind is refused, unless --at-last-instant is given', () => {
  const { code, message, warning } = decided('clock', -dayLength - 1)
  assert.deepEqual([code, warning], ['clock-behind', undefined])
  assert.match(
    String(message),
    /24 hours before the book's last entry, at 2026-06-09T00:00:00Z: .*--at-last-instant\.$/,
  )
  const far = decided('clock', -400 * dayLength, { atLastInstant: true })
  assert.deepEqual([far.difference, far.code], [0, undefined])
  assert.match(String(far.warning), /400 days before the book's last entry; .* is used instead\.$/)
})

test('--at-last-instant does not change a clock that is not behind', () => {
  for (const difference of [0, 1, 5 * hour])
    assert.deepEqual(decided('clock', difference, { atLastInstant: true }), accepted(difference))
})

for (const from of ['clock', 'option'] as const) {
  test(`${from}: an instant more than 180 days after the last entry needs --clock-is-right`, () => {
    const limit = 180 * dayLength
    assert.deepEqual(decided(from, limit), accepted(limit))
    const { code, message } = decided(from, limit + 1)
    assert.equal(code, 'clock-ahead')
    assert.match(
      String(message),
      /2026-12-06T00:00:00\.001Z, 180 days after the book's last entry, at 2026-06-09T00:00:00Z: .*--clock-is-right\.$/,
    )
    const confirmed = decided(from, limit + 1, { clockIsRight: true })
    assert.deepEqual(confirmed, accepted(limit + 1))
  })
}

test('an instant of --at or --at-scraped before the last entry is refused as before-last-entry', () => {
  for (const from of ['option', 'sheet'] as const) {
    for (const flags of [{}, { atLastInstant: true }, { clockIsRight: true }])
      assert.equal(decided(from, -1, flags).code, 'before-last-entry')
  }
})

test('an instant of --at-scraped may be years after the last entry', () => {
  for (const difference of [0, 3_000 * dayLength])
    assert.deepEqual(decided('sheet', difference), accepted(difference))
})

test('the first entry of a book has any instant', () => {
  for (const from of ['clock', 'option', 'sheet'] as const)
    assert.deepEqual(entryInstant({ from, read: () => last }, emptyHead), { at: last })
})
