import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bookStart, digestOf } from './digest.ts'

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
    digest: '0c43ba54a0f07fedc4009371ba8941d635b0424f77f55c292b48a5a30a0a4463',
  },
  {
    position: 2,
    at: '2026-06-01T00:00:00.120Z',
    kind: 'rates-checked',
    institutionId: 'a',
    body: '{}',
    digest: 'ab05c1abc9f9c84949dd8644e54c2a491d9ce3f8fe33cf80a440717fe531bb5e',
  },
  {
    position: 3,
    at: '2026-06-02T00:00:00.000Z',
    kind: 'rates-verified',
    institutionId: 'a',
    body: '{}',
    digest: '4ee98c0abf1eb2084be4361f3c0a451b2f4bff16d4da1f22a891d1b91b0b4629',
  },
]

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
    { ...entry, body: `${entry.body} ` },
  ].map((other) => digestOf(bookStart.digest, other))
  const digests = [entry.digest, ...changed, digestOf(entry.digest, entry)]
  assert.equal(new Set(digests).size, digests.length)
})

test('the digests of the example in docs/book.md are right', () => {
  const page = readFileSync(new URL('../../docs/book.md', import.meta.url), 'utf8')
  const [, example = ''] = /^```json\n([^]*?)^```/m.exec(page) ?? []
  const rows = JSON.parse(example) as Record<
    'at' | 'kind' | 'institution_id' | 'body' | 'digest',
    string
  >[]
  let { digest } = bookStart
  for (const [index, { institution_id: institutionId, ...row }] of rows.entries()) {
    digest = digestOf(digest, { ...row, institutionId, position: index + 1 })
    assert.equal(digest, row.digest)
  }
  assert.equal(rows.length, 3)
})
