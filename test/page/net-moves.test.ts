import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RateChangeRow } from '../../web/api/api.ts'
import { noPageSettings } from '../../src/domain/book-settings.ts'
import { createMessages } from '../../web/messages/messages.ts'
import { changesExport } from '../../web/views/changes/changes-export.ts'
import { bySize, netMoves, risingMoves, signedSize } from '../../web/views/changes/net-moves.ts'

/** `'2 alpha 5000 8.00 5000 8.50'`: day, institution, minimum and rate before, and since. */
function changesOf(...lines: readonly string[]): readonly RateChangeRow[] {
  return lines.map((line) => {
    const [day = '', id = '', before = '', from = '', since = '', to = ''] = line.split(' ')
    return {
      institution_id: id,
      institution_name: id,
      institution_type: 'bank',
      product_variant: 'general',
      tenure_months: '12.00',
      payout_type: 'maturity',
      prev_rate_pa: from,
      new_rate_pa: to,
      direction: 'up',
      changed_at: `2026-06-0${day}T00:00:00Z`,
      min_deposit: since,
      prev_min_deposit: before,
      prev_changed_at: null,
      prev_seen_at: null,
      prev_withdrawn_at: null,
      read_at: null,
      source_url: null,
      printed_date: null,
      tenure_to_months: null,
    }
  })
}

test('the net move of a series is its last rate less the rate before its first change, also under a new minimum', () => {
  const moves = netMoves(
    changesOf(
      '3 alpha 10000 8.50 10000 8.25',
      '3 beta 0.00 9.00 0.00 9.500',
      '2 alpha 250000 9.00 10000 8.50',
      '2 alpha 5000.00 8.00 250000 10.00',
      '1 beta 0 9.50 0.00 9.00',
      '1 alpha 250000 9.75 250000 9.00',
    ),
  )
  assert.deepEqual(
    moves.map((move) => [
      move.institution_id,
      `${move.prev_min_deposit} ${move.prev_rate_pa}`,
      `${move.min_deposit} ${move.new_rate_pa}`,
      signedSize(move),
      move.count,
    ]),
    [
      ['alpha', '250000 9.75', '10000 8.25', '−150', 3],
      ['beta', '0 9.50', '0.00 9.500', '0', 2],
      ['alpha', '5000.00 8.00', '250000 10.00', '+200', 1],
    ],
  )
  assert.deepEqual(
    moves.map(({ gaps }) => gaps),
    [0, 0, 0],
  )
  assert.deepEqual(bySize(moves).map(signedSize), ['+200', '−150', '0'])
  assert.deepEqual(risingMoves(moves).map(signedSize), ['−150', '0', '+200'])
})

test('the file of changes has signed basis points and the page that was read', async () => {
  const rows = changesOf('2 alpha 0 17.00 0 10.50', '1 alpha 0 8.00 0 8.255')
  const pages = rows.map((row) => ({ ...row, source_url: 'https://news.example/rates' }))
  const { columns, rows: load } = changesExport(
    () => Promise.resolve(pages),
    createMessages('en', noPageSettings),
  )
  const heads = columns.map(({ head }) => head)
  const [moves, read] = ['Basis points', 'Page that was read'].map((head) => heads.indexOf(head))
  const found = await load('2026-06-03T00:00:00Z')
  assert.deepEqual(
    found.map((row) => [row[moves ?? -1], row[read ?? -1]]),
    [
      ['-650', 'https://news.example/rates'],
      ['25.5', 'https://news.example/rates'],
    ],
  )
})

test('a net move counts the changes that came more than 31 days after the previous rate was last seen', () => {
  const [latest, first] = changesOf('3 alpha 0 8.50 0 8.25', '2 alpha 0 9.00 0 8.50')
  assert.ok(latest !== undefined && first !== undefined)
  const seen = (at: string, withdrawnAt: string | null = null) => ({
    ...first,
    prev_seen_at: at,
    prev_withdrawn_at: withdrawnAt,
    read_at: '2026-06-01T12:00:00Z',
  })
  const gapsOf = (row: RateChangeRow) => netMoves([latest, row])[0]?.gaps
  assert.equal(gapsOf(seen('2026-05-01T12:00:00Z')), 0)
  assert.equal(gapsOf(seen('2026-05-01T11:59:59Z')), 1)
  assert.equal(gapsOf(seen('2021-02-15T00:00:00Z', '2022-11-02T00:00:00Z')), 1)
})
