import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { offer, registered, sheet } from '../../test/book/store/drafts.ts'
import type { Draft } from './entry.ts'
import type { Instant } from './instant.ts'
import { tierOf } from './offer.ts'
import type { Origin } from './origin.ts'
import {
  bodyDigestOf,
  bodyOf,
  bookStart,
  digestOf,
  entryOf,
  logLine,
  parseLogLine,
  storedInstant,
  type StoredEntry,
} from './stored-entry.ts'

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

// The digests were computed with `sha256sum`, as docs/book.md describes.
const entries = [
  {
    position: 1,
    at: '2026-06-01T00:00:00.000Z',
    kind: 'institution-registered',
    institutionId: 'a',
    body:
      '{"active":true,"creditRating":null,"licenseType":"licensed_commercial_bank","name":"Sörli","ratingAgency":null,' +
      '"ratingUpdated":null,"staleAfterDays":7,"type":"bank","website":"https://a.example/"}',
    digest: 'e4fc8b0787129c3b221f2f1fe2f210b7870b9d0766bbcc1d7f024140891c0a2c',
  },
  {
    position: 2,
    at: '2026-06-01T00:00:00.120Z',
    kind: 'rates-checked',
    institutionId: 'a',
    body: '{}',
    digest: '8712b724ef6bb1fe54d54cbd8fd3317bee9c2b4dafaf97bb4e41a9e169328417',
  },
  {
    position: 3,
    at: '2026-06-02T00:00:00.000Z',
    kind: 'rates-verified',
    institutionId: 'a',
    body: '{}',
    digest: '56d0175c4e0cbc34fc4ad9e7a35cfaee7480c22f45c6b5b316d9c3a5c6afed12',
  },
].map((entry) => ({ ...entry, bodyDigest: bodyDigestOf(entry.body) }))

test('the digest of an entry covers its texts and the digest of the entry before it', () => {
  let { digest } = bookStart
  assert.equal(digest, '0000000000000000000000000000000000000000000000000000000000000000')
  for (const entry of entries) {
    digest = digestOf(digest, entry)
    assert.equal(digest, entry.digest)
  }
})

test('every text of an entry, and the digest before it, changes the digest', () => {
  const [entry] = entries
  assert.ok(entry)
  const changed = [
    { ...entry, position: 2 },
    { ...entry, at: '2026-06-01T00:00:00.001Z' },
    { ...entry, kind: 'rates-checked' },
    { ...entry, institutionId: 'b' },
    { ...entry, institutionId: '' },
    { ...entry, bodyDigest: bodyDigestOf(`${entry.body} `) },
  ].map((other) => digestOf(bookStart.digest, other))
  const digests = [entry.digest, ...changed, digestOf(entry.digest, entry)]
  assert.equal(new Set(digests).size, digests.length)
})

test('the digests of the example in docs/book.md are right', () => {
  const page = readFileSync(new URL('../../docs/book.md', import.meta.url), 'utf8')
  const [, example = ''] = /^```json\n([^]*?)^```/m.exec(page) ?? []
  const rows = JSON.parse(example) as Record<
    'at' | 'kind' | 'institution_id' | 'body' | 'body_digest' | 'digest',
    string
  >[]
  let { digest } = bookStart
  for (const [index, { institution_id: institutionId, ...row }] of rows.entries()) {
    const bodyDigest = bodyDigestOf(row.body)
    assert.equal(bodyDigest, row.body_digest)
    digest = digestOf(digest, { ...row, institutionId, bodyDigest, position: index + 1 })
    assert.equal(digest, row.digest)
  }
  assert.equal(rows.length, 3)
})

const bodyDigest = 'ab'.repeat(32)
const digest = 'cd'.repeat(32)

/** A line of a failed run with a message, with some parts replaced. */
function lineWith(from: string | RegExp = '', to = ''): string {
  const line = `{"position":7,"at":"2026-06-01T00:00:00.250Z","kind":"rates-checked","institution_id":"a-1","body_digest":"${bodyDigest}","digest":"${digest}","body":{"message":"It “ended”.","outcome":"failed"}}`
  const changed = line.replace(from, to)
  assert.ok(from === '' || changed !== line, `${from} is not in the line`)
  return changed
}

test('a line has the keys in a fixed order and the body byte for byte', () => {
  const entry = {
    position: 7,
    at: '2026-06-01T00:00:00.250Z',
    kind: 'rates-checked',
    institutionId: 'a-1',
    bodyDigest,
    body: '{"message":"It “ended”.","outcome":"failed"}',
    digest,
  }
  assert.equal(logLine(entry), lineWith())
  assert.deepEqual(parseLogLine(lineWith()), entry)
})

const form = /^It has another form than the lines of a log/
const content = /^Its body has a text with NUL or an unpaired surrogate/
const nested = (levels: number) => '{"cell":'.repeat(levels) + '1' + '}'.repeat(levels)

const refused: readonly (readonly [string, RegExp, string])[] = [
  ['an empty line', /^It is not a JSON object/, ''],
  ['a list', /^Its position/, '[1]'],
  ['half a line', /^It is not a JSON object/, lineWith().slice(0, -1)],
  ['a byte-order mark', /^It is not a JSON object/, `\uFEFF${lineWith()}`],
  ['two lines', /^It is not a JSON object/, `${lineWith()}\n${lineWith()}`],
  ['a raw NUL', /^It is not a JSON object/, lineWith('ended', '\0')],
  ['white space', form, lineWith('{"position"', '{ "position"')],
  ['white space at the end', form, `${lineWith()}\r`],
  ['white space in the body', form, lineWith('"failed"}', '"failed" }')],
  ['another number form', form, lineWith('7', '7.0')],
  ['a number with an exponent', form, lineWith('7', '7e0')],
  ['position 0', /^Its position/, lineWith('7', '0')],
  ['a negative position', /^Its position/, lineWith('7', '-7')],
  ['a position beyond the whole numbers', /^Its position/, lineWith('7', '9007199254740993')],
  ['a position as text', /^Its position/, lineWith('7', '"7"')],
  ['a key twice', form, lineWith('"at"', '"position":7,"at"')],
  ['a key twice in the body', form, lineWith('"outcome"', '"message":"It “ended”.","outcome"')],
  ['another order', form, lineWith(/("position":7),("at":"[^"]*")/, '$2,$1')],
  ['another order in the body', form, lineWith(/("message":"[^"]*"),("outcome":"[^"]*")/, '$2,$1')],
  ['another key', form, lineWith('"body":', '"more":1,"body":')],
  ['an escape that is not needed', form, lineWith('ended', '\\u0065nded')],
  ['another key in the body', /the key "more".*newer Ratebook/, lineWith('message', 'more')],
  ['the key __proto__', /the key "__proto__"/, lineWith('message', '__proto__')],
  ['another kind', /the kind "guessed".*newer Ratebook/, lineWith('rates-checked', 'guessed')],
  ['no milliseconds', /^Its time/, lineWith('.250', '')],
  ['a day that does not exist', /^Its time/, lineWith('06-01', '02-30')],
  ['an id with a line feed', /^Its institution_id/, lineWith('a-1', 'a\\n1')],
  ['no institution', /^Its institution_id/, lineWith('a-1', '')],
  ['a reviewer of an institution', /^Its inst/, lineWith('rates-checked', 'reviewer-removed')],
  ['a short digest', /^One of its digests/, lineWith('abab', 'ab')],
  ['a digest in capitals', /^One of its digests/, lineWith(digest, digest.toUpperCase())],
  ['no body', /^Its body is missing/, lineWith(/,"body":.*\}\}/, '}')],
  ['a private body', /^Its body must be absent/, lineWith('rates-checked', 'sheet-held')],
  ['the body null', /^Its body is not a JSON object/, lineWith(/\{"message.*\}\}/, 'null}')],
  ['a list as body', /^Its body is not a JSON object/, lineWith(/\{"message.*\}\}/, '[]}')],
  ['an unpaired surrogate', content, lineWith('ended', '\\ud800')],
  ['NUL', content, lineWith('ended', '\\u0000')],
  ['a fraction', content, lineWith('"failed"', '1.5')],
  ['a number of 16 digits', content, lineWith('"failed"', '1000000000000000')],
  ['deep nesting', content, lineWith('"failed"', nested(10_000))],
]

for (const [what, reason, line] of refused)
  test(`${what} is refused`, () => {
    const read: StoredEntry | string = parseLogLine(line)
    assert.ok(typeof read === 'string')
    assert.match(read, reason)
  })
