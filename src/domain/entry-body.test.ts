import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offer, registered, sheet } from '../../test/store/drafts.ts'
import { bodyOf, entryOf, storedInstant } from './entry-body.ts'
import type { Draft } from './entry.ts'
import type { Instant } from './instant.ts'

const at = Date.UTC(2026, 5, 1) as Instant

test('a registration is stored as its record, without the id that has a column of its own', () => {
  assert.equal(
    bodyOf(registered('a', '2026-06-01T00:00:00Z')),
    '{"active":true,"creditRating":null,"licenseType":"licensed_commercial_bank","name":"The a","ratingAgency":null,' +
      '"ratingUpdated":null,"staleAfterDays":7,"type":"bank","website":"https://a.example/"}',
  )
})

test('a publication is stored as its sheet and its changes, every decimal as it is printed', () => {
  const listed = offer('general 12.0 maturity', '9.50', '5000')
  const { variant, tenure, payout, rate } = listed
  const draft: Draft = {
    at,
    institutionId: 'a',
    kind: 'sheet-published',
    sheet: sheet('a', '2026-06-01T00:00:00Z', [listed], {
      covers: ['general'],
    }),
    changes: [{ variant, tenure, payout, direction: 'initial', previous: rate, rate }],
    sample: false,
  }
  assert.equal(
    bodyOf(draft),
    '{"changes":[{"direction":"initial","payout":"maturity","previous":"9.50","rate":"9.50","tenure":"12.0",' +
      '"variant":"general"}],"sample":false,"sheet":{"complete":true,"covers":["general"],"currency":"LKR",' +
      '"offers":[{"minimumDeposit":"5000","payout":"maturity","rate":"9.50","tenure":"12.0","variant":"general"}],' +
      '"scrapedAt":"2026-06-01T00:00:00Z","sourceUrl":"https://a.example/rates"}}',
  )
})

test('a look says no more than its columns', () => {
  assert.equal(bodyOf({ at, institutionId: 'a', kind: 'rates-checked' }), '{}')
  assert.equal(bodyOf({ at, institutionId: 'a', kind: 'rates-verified' }), '{}')
})

test('an instant is stored with milliseconds, so that texts sort as instants do', () => {
  assert.equal(storedInstant(at), '2026-06-01T00:00:00.000Z')
})

test('an unknown kind, or an instant that does not exist, is not read', () => {
  const stored = { position: 7, at: storedInstant(at), institutionId: 'a', body: '{}' }
  assert.throws(
    () => entryOf({ ...stored, kind: 'rates-guessed' }),
    /Entry 7 is of the unknown kind rates-guessed/,
  )
  assert.throws(
    () => entryOf({ ...stored, kind: 'rates-checked', at: '2026-02-30T00:00:00.000Z' }),
    /2026-02-30/,
  )
})
