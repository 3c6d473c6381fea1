import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyHead, type Entry } from '../../domain/entry.ts'
import { after, dayLength, instantText, parseInstant, type Instant } from '../../domain/instant.ts'
import type { BookReader } from '../store/store.ts'
import { entryInstant, readEntryInstant, type EntryClock } from './entry-instant.ts'

const last = parseInstant('2026-06-09T00:00:00Z') as Instant
const head = { position: 7, at: last }
const hour = 3_600_000

/** The decision about an instant that is so many milliseconds after the last entry, in a book whose longest gap is `gap`. */
function decided(
  from: EntryClock['from'],
  difference: number,
  flags: Partial<EntryClock> = {},
  gap = 0,
) {
  const { at, clock, warning, problem } = entryInstant(
    { from, read: () => after(last, difference), ...flags },
    head,
    gap,
  )
  const moved = clock === undefined ? undefined : clock - last
  return { difference: at - last, moved, warning, code: problem?.code, message: problem?.message }
}

const accepted = (difference: number) => ({
  difference,
  moved: undefined,
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
      moved: -behind,
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
  assert.deepEqual([far.difference, far.moved, far.code], [0, -400 * dayLength, undefined])
  assert.match(String(far.warning), /400 days before the book's last entry; .* is used instead\.$/)
})

test('--at-last-instant does not change a clock that is not behind', () => {
  for (const difference of [0, 1, 5 * hour])
    assert.deepEqual(decided('clock', difference, { atLastInstant: true }), accepted(difference))
})

for (const from of ['clock', 'option'] as const) {
  for (const [gap, days] of [
    [0, 7],
    [3, 7],
    [20, 40],
    [120, 60],
  ] as const) {
    test(`${from}: in a book with gaps of ${gap} days, an instant more than ${days} days after the last entry needs --clock-is-right`, () => {
      const limit = days * dayLength
      const inBook = (difference: number, flags?: Partial<EntryClock>) =>
        decided(from, difference, flags, gap * dayLength)
      assert.deepEqual(inBook(limit), accepted(limit))
      const { code, message } = inBook(limit + 1)
      assert.equal(code, 'clock-ahead')
      assert.match(
        String(message),
        new RegExp(
          `, ${days} days after the book's last entry, at 2026-06-09T00:00:00Z: .*--clock-is-right\\.$`,
        ),
      )
      assert.deepEqual(inBook(limit + 1, { clockIsRight: true }), accepted(limit + 1))
    })
  }
}

/** A book with an entry at each of these days of 2026, written as month and day. */
function bookOf(days: readonly string[]): Pick<BookReader, 'head' | 'entryAt'> {
  const instants = days.map((day) => parseInstant(`2026-${day}T06:00:00Z`) as Instant)
  const entries = instants.map((at, index): Entry => ({
    position: index + 1,
    at,
    kind: 'rates-checked',
    institutionId: 'alpha-bank',
  }))
  return {
    head: async () => entries.at(-1) ?? emptyHead,
    entryAt: async (position) => entries[position - 1],
  }
}

const january = Array.from({ length: 31 }, (_, index) => `01-${String(index + 1).padStart(2, '0')}`)

for (const [title, days, now, code] of [
  ['a newcomer returns after three weeks', ['01-01', '01-01'], '01-22', 'clock-ahead'],
  ['a newcomer returns within a week', ['01-01', '01-01'], '01-08', undefined],
  ['a sheet each month', ['01-01', '02-01', '03-01', '03-01'], '04-20', undefined],
  ['a sheet each month, and then a gap of half a year', ['01-01', '02-01'], '08-01', 'clock-ahead'],
  ['collected daily, and then a gap of eight days', january, '02-08', 'clock-ahead'],
  [
    'collected daily since a gap that is 20 days of entries ago',
    ['01-01', ...january.map((day) => day.replace('01-', '03-'))],
    '04-10',
    'clock-ahead',
  ],
  [
    'collected daily since a gap of a month',
    ['02-01', ...january.slice(0, 9).map((day) => day.replace('01-', '03-'))],
    '04-10',
    undefined,
  ],
] as const) {
  test(`${title}: ${code ?? 'entered'}`, async () => {
    const read = () => parseInstant(`2026-${now}T06:00:00Z`) as Instant
    const { problem } = await readEntryInstant({ from: 'clock', read }, bookOf(days))
    assert.equal(problem?.code, code)
  })
}

for (const from of ['option', 'sheet'] as const) {
  test(`${from}: a book that is ahead of the clock takes an earlier instant, and the entry keeps it`, () => {
    const now = () => after(last, -100 * dayLength)
    const { difference, moved, code } = decided(from, -101 * dayLength, { now })
    assert.deepEqual([difference, moved, code], [0, -101 * dayLength, undefined])
    assert.equal(decided(from, -1, { now: () => last }).code, 'before-last-entry')
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
