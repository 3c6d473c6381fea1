import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodePage } from './decode-page.ts'
import { readHtml } from './html/read-html.ts'
import { orFailure } from './refusal.ts'
import type { SourcePage } from './source/page-schema.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(...part))),
  )
const decoded = (body: Uint8Array, charset?: string) =>
  orFailure(() => ({ text: decodePage(body, charset) }))

test('the encoding is that of the mark, the response, the page, or UTF-8', () => {
  assert.deepEqual(decoded(bytes('é')), { text: 'é' })
  assert.deepEqual(decoded(bytes([0xef, 0xbb, 0xbf], 'é'), 'latin1'), { text: 'é' })
  assert.deepEqual(decoded(bytes([0xff, 0xfe, 0x61, 0])), { text: 'a' })
  assert.deepEqual(decoded(bytes([0xe9, 0x80]), 'ISO-8859-1'), { text: 'é€' })
  const meta = '<meta http-equiv=x content="text/html; charset=windows-1252">'
  assert.deepEqual(decoded(bytes(meta, [0xe9])), { text: `${meta}é` })
  assert.deepEqual(decoded(bytes('<meta charset="utf-16">é')), { text: '<meta charset="utf-16">é' })
})

test('unknown encodings are refused, and bytes that an encoding other than UTF-8 does not have', () => {
  assert.deepEqual(decoded(bytes('a'), 'utf-99'), {
    failure: 'The page names the unknown encoding "utf-99".',
  })
  assert.deepEqual(decoded(bytes([0x80, 0x20]), 'gbk'), { text: '€ ' })
  assert.deepEqual(decoded(bytes([0x81, 0x20]), 'gbk'), {
    failure: 'The page has bytes that are not gbk.',
  })
})

test('bytes that are not UTF-8 become U+FFFD, and no byte of ASCII is lost', () => {
  assert.deepEqual(decoded(bytes([0xe9, 0x38])), { text: '\ufffd8' })
  assert.deepEqual(decoded(bytes([0xf0, 0x9f, 0x98], '<td>'), 'UTF8'), { text: '\ufffd<td>' })
})

const page: SourcePage = { name: 'rates', url: 'https://a.example/', format: 'html' }
const table = '<table><tr><th>Period</th></tr><tr><td>12 Months</td></tr></table>'

function failureOf(html: string): string | undefined {
  const content = readHtml({ body: Buffer.from(html) }, page)
  return 'failure' in content ? content.failure : undefined
}

test('a document that is cut off anywhere before its end tags is refused', () => {
  const html = `<!doctype html><html lang="en"><body><h1>Rates</h1>${table}<p>Call us.</p>`
  for (let length = html.indexOf('<h1>'); length <= html.length; length++)
    assert.match(failureOf(html.slice(0, length)) ?? '', /The page ends early/, `${length}`)
  for (const end of ['</body></html>', '</BODY>', '</html >\n<!-- page 7 -->'])
    assert.equal(failureOf(html + end), undefined, end)
})

test('a fragment needs the end tag of its last table', () => {
  assert.equal(failureOf(`${table}<p>Call us.`), undefined)
  assert.match(failureOf(table + table.slice(0, -8)) ?? '', /the end tag <\/table> is missing/)
})
