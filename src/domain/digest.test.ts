import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { bodyDigestOf, bookStart, digestOf } from './digest.ts'

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
