import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offer, registered, sheet } from '../../test/store/drafts.ts'
import { canonicalJson, type Json } from './canonical-json.ts'
import { bodyOf, entryOf, storedChanges, storedInstant } from './entry-body.ts'
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

/** A publication whose texts look like the marks between the parts of a body. */
function published(): Draft {
  const listed = {
    ...offer('general 12.0 maturity', '9.50'),
    product: '],"sample":true,"offers":[',
  }
  const { variant, tenure, payout, rate } = listed
  return {
    at,
    institutionId: 'a',
    kind: 'sheet-published',
    sheet: sheet('a', '2026-06-01T00:00:00Z', [listed, offer('women 6 monthly', '8')], {
      sourceUrl: 'https://a.example/?a=],"scrapedAt":"x","offers":[',
    }),
    changes: [{ variant, tenure, payout, direction: 'initial', previous: rate, rate }],
    sample: true,
  }
}

type Parts = { changes: readonly Json[]; sample: boolean; sheet: Record<string, Json> }
const partsOf = (body: string) => JSON.parse(body) as Parts

const storedAs = (body: string) =>
  entryOf({ position: 3, at: storedInstant(at), kind: 'sheet-published', institutionId: 'a', body })

test('a publication comes back as it was, though its parts are read one by one when they are asked for', () => {
  const body = bodyOf(published())
  const entry = storedAs(body)
  assert.equal(storedChanges.sourceOf(entry), canonicalJson(partsOf(body).changes))
  assert.deepEqual(entry, { ...published(), position: 3 })
  assert.equal(storedChanges.sourceOf(entry), undefined)
  assert.deepEqual(storedAs(bodyOf({ ...published(), changes: [] } as Draft)), {
    ...published(),
    position: 3,
    changes: [],
  })
})

test('a body that is not the canonical text is read whole, whatever its order and its spaces', () => {
  const { changes, sample, sheet: said } = partsOf(bodyOf(published()))
  const { offers, scrapedAt, ...rest } = said
  for (const text of [
    JSON.stringify({ changes, sample, sheet: said }, null, 1),
    JSON.stringify({ sheet: said, sample, changes }),
    JSON.stringify({ changes, sheet: said, sample }),
    JSON.stringify({ changes, sample, sheet: { scrapedAt, ...rest, offers } }),
    JSON.stringify({ changes, sample, sheet: { offers, scrapedAt, ...rest } }),
    JSON.stringify({ changes, sample, sheet: { ...rest, scrapedAt, offers } }),
  ]) {
    assert.deepEqual(storedAs(text), { ...published(), position: 3 }, text)
  }
  const more = storedAs(JSON.stringify({ changes, sample, sheet: { ...said, more: 1 } }))
  assert.ok('sheet' in more && 'more' in more.sheet, 'what is too much is kept, for audit to find')
  assert.throws(() => storedAs('{"changes":[],"sample":'), SyntaxError)
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
