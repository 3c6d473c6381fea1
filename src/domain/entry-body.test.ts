import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offer, registered, sheet } from '../../test/book/store/drafts.ts'
import { bodyOf, entryOf, storedInstant } from './entry-body.ts'
import type { Draft } from './entry.ts'
import type { Instant } from './instant.ts'
import { tierOf } from './offer.ts'
import type { Origin } from './origin.ts'

const at = Date.UTC(2026, 5, 1) as Instant

test('the body of a registration is its record without the id, which has a column of its own', () => {
  assert.equal(
    bodyOf(registered('a', '2026-06-01T00:00:00Z')),
    '{"active":true,"creditRating":null,"licenseType":"licensed_commercial_bank","name":"The a","ratingAgency":null,' +
      '"ratingUpdated":null,"staleAfterDays":7,"type":"bank","website":"https://a.example/"}',
  )
})

test('the body of a publication is its sheet and its changes, with every decimal as printed', () => {
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
      '"variant":"general"}],"sample":false,"sheet":{"complete":true,"covers":["general"],"currency":"KES",' +
      '"offers":[{"minimumDeposit":"5000","payout":"maturity","rate":"9.50","tenure":"12.0","variant":"general"}],' +
      '"scrapedAt":"2026-06-01T00:00:00Z","sourceUrl":"https://a.example/rates"}}',
  )
})

function published(): Draft {
  const listed = { ...offer('general 12.0 maturity', '9.50'), product: '"12" months' }
  const { variant, tenure, payout, rate } = listed
  return {
    at,
    institutionId: 'a',
    kind: 'sheet-published',
    sheet: sheet('a', '2026-06-01T00:00:00Z', [listed, offer('women 6 monthly', '8')]),
    changes: [{ variant, tenure, payout, direction: 'initial', previous: rate, rate }],
    sample: true,
  }
}

/** Digests are not read. */
const text = { institutionId: 'a', bodyDigest: '' }

const storedAs = (body: string) =>
  entryOf({ ...text, position: 3, at: storedInstant(at), kind: 'sheet-published', body })

test('a publication is read as it was written', () => {
  assert.deepEqual(storedAs(bodyOf(published())), { ...published(), position: 3 })
})

test('the order of members and white space do not matter, and an unknown member is of a newer version', () => {
  type Parts = { readonly changes: unknown; readonly sample: unknown; readonly sheet: object }
  const { changes, sample, sheet } = JSON.parse(bodyOf(published())) as Parts
  for (const text of [
    JSON.stringify({ changes, sample, sheet }, null, 1),
    JSON.stringify({ sheet, sample, changes }),
  ]) {
    assert.deepEqual(storedAs(text), { ...published(), position: 3 }, text)
  }
  const more = JSON.stringify({ changes, sample, sheet: { ...sheet, more: 1 } })
  assert.throws(() => storedAs(more), /^Error: It has the key "more", .*a newer Ratebook wrote it/)
  assert.throws(() => storedAs('{"changes":[],"sample":'), SyntaxError)
})

test('a check and a verification have an empty body', () => {
  assert.equal(bodyOf({ at, institutionId: 'a', kind: 'rates-checked' }), '{}')
  assert.equal(bodyOf({ at, institutionId: 'a', kind: 'rates-verified' }), '{}')
})

const source = { file: 'sources/lk/a.yaml', digest: 'ab'.repeat(32) }
const origin: Origin = {
  source,
  captures: [
    { page: 'rates', url: 'https://a.example/', at, digest: 'cd'.repeat(32), format: 'html' },
  ],
  nextDue: (at + 250) as Instant,
}
const originText =
  `{"captures":[{"at":"2026-06-01T00:00:00Z","digest":"${'cd'.repeat(32)}","format":"html","page":"rates",` +
  `"url":"https://a.example/"}],"nextDue":"2026-06-01T00:00:00.250Z",` +
  `"source":{"digest":"${'ab'.repeat(32)}","file":"sources/lk/a.yaml"}}`
const held = sheet('a', '2026-06-01T00:00:00Z', [offer('women 6 monthly', '8')])
const about = { at, institutionId: 'a' } as const
const bodies: readonly (readonly [Draft, string])[] = [
  [{ ...about, kind: 'rates-checked', clock: 0 as Instant }, '{"clock":"1970-01-01T00:00:00Z"}'],
  [
    { ...about, kind: 'rates-checked', outcome: 'failed', message: 'It is a login page.', origin },
    `{"message":"It is a login page.","origin":${originText},"outcome":"failed"}`,
  ],
  [
    {
      ...about,
      kind: 'rates-checked',
      outcome: 'failed',
      message: 'It answered 403.',
      refusal: 'status',
      origin: { ...origin, unmatched: ['No table is under “Savings”.'] },
    },
    `{"message":"It answered 403.","origin":${originText.slice(0, -1)},"unmatched":["No table is under “Savings”."]},` +
      '"outcome":"failed","refusal":"status"}',
  ],
  [
    { ...about, kind: 'rates-verified', tiers: held.offers.map(tierOf), origin },
    `{"origin":${originText},"tiers":[{"payout":"monthly","tenure":"6","variant":"women"}]}`,
  ],
  [
    {
      ...about,
      kind: 'sheet-held',
      sheet: held,
      findings: [{ rule: 'large-move', message: 'It moved.' }],
      origin,
      comparedWith: 0,
      reviewers: 2,
    },
    `{"comparedWith":0,"findings":[{"message":"It moved.","rule":"large-move"}],"origin":${originText},"reviewers":2,` +
      '"sheet":{"complete":true,"covers":["general","senior_citizen","women","digital","minor"],"currency":"KES",' +
      '"offers":[{"payout":"monthly","rate":"8","tenure":"6","variant":"women"}],' +
      '"scrapedAt":"2026-06-01T00:00:00Z","sourceUrl":"https://a.example/rates"}}',
  ],
  [
    { ...about, kind: 'sheet-decided', by: 'ann', hold: 7, decision: 'rejected', note: 'A typo.' },
    '{"by":"ann","decision":"rejected","hold":7,"note":"A typo."}',
  ],
  [
    { ...about, kind: 'source-accepted', by: 'ann', source },
    `{"by":"ann","source":{"digest":"${source.digest}","file":"sources/lk/a.yaml"}}`,
  ],
  [
    { at, institutionId: '', kind: 'reviewer-registered', reviewer: { id: 'ann', name: 'Ann' } },
    '{"reviewer":{"id":"ann","name":"Ann"}}',
  ],
  [
    { at, institutionId: '', kind: 'reviewer-removed', reviewer: { id: 'ann' }, by: 'Zoë' },
    '{"by":"Zoë","reviewer":{"id":"ann"}}',
  ],
]

for (const [draft, body] of bodies)
  test(`the body of ${draft.kind} is canonical, has instants as texts, and is read back`, () => {
    assert.equal(bodyOf(draft), body)
    const { kind, institutionId } = draft
    const stored = { ...text, position: 3, at: storedInstant(at), kind, institutionId, body }
    assert.deepEqual(entryOf(stored), { ...draft, position: 3 })
  })

test('a held sheet without a sheet, and an origin with a wrong instant, are errors', () => {
  const stored = { ...text, position: 3, at: storedInstant(at) }
  assert.throws(() => entryOf({ ...stored, kind: 'sheet-held', body: '{}' }), TypeError)
  const body = `{"origin":${originText.replace('00:00:00.250Z', '00:61:00Z')}}`
  assert.throws(() => entryOf({ ...stored, kind: 'rates-checked', body }), /00:61:00Z/)
})

test('an instant is stored with milliseconds, so that texts sort like instants', () => {
  assert.equal(storedInstant(at), '2026-06-01T00:00:00.000Z')
})

test('an unknown kind and an instant that does not exist are errors', () => {
  const stored = { ...text, position: 7, at: storedInstant(at), body: '{}' }
  assert.throws(
    () => entryOf({ ...stored, kind: 'rates-guessed' }),
    /It has the kind "rates-guessed", which this Ratebook does not know: a newer Ratebook wrote it/,
  )
  assert.throws(
    () => entryOf({ ...stored, kind: 'rates-checked', at: '2026-02-30T00:00:00.000Z' }),
    /2026-02-30/,
  )
})
