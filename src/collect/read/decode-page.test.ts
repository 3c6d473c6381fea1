import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Day } from '../../domain/day.ts'
import { decodeJson, decodePage } from './decode-page.ts'
import { readHtml } from './html/read-html.ts'
import { pageContent } from './read-pages.ts'
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
    failure:
      'The page names the unknown encoding "utf-99"; name the right one as `encoding` in the source.',
  })
  assert.deepEqual(decoded(bytes([0x80, 0x20]), 'gbk'), { text: '€ ' })
  assert.deepEqual(decoded(bytes([0x81, 0x20]), 'gbk'), {
    failure:
      'The page has bytes that are not gbk; if it has another encoding, name it as `encoding` in the source.',
  })
})

test('bytes that are not UTF-8 become U+FFFD, and no byte of ASCII is lost', () => {
  assert.deepEqual(decoded(bytes([0xe9, 0x38])), { text: '\ufffd8' })
  assert.deepEqual(decoded(bytes([0xf0, 0x9f, 0x98], '<td>'), 'UTF8'), { text: '\ufffd<td>' })
})

const day = '2026-11-09' as Day
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

/** "12 months" in several languages, in the bytes of their old encodings. */
const oldEncodings: readonly (readonly [string, string, number[]])[] = [
  ['gb2312', '12个月', [0x31, 0x32, 0xb8, 0xf6, 0xd4, 0xc2]],
  ['big5', '12個月', [0x31, 0x32, 0xad, 0xd3, 0xa4, 0xeb]],
  ['shift_jis', '12ヶ月', [0x31, 0x32, 0x83, 0x96, 0x8c, 0x8e]],
  ['euc-jp', '12か月', [0x31, 0x32, 0xa4, 0xab, 0xb7, 0xee]],
  ['euc-kr', '12개월', [0x31, 0x32, 0xb0, 0xb3, 0xbf, 0xf9]],
  ['tis-620', '12 เดือน', [0x31, 0x32, 0x20, 0xe0, 0xb4, 0xd7, 0xcd, 0xb9]],
  ['koi8-r', '12 мес', [0x31, 0x32, 0x20, 0xcd, 0xc5, 0xd3]],
  ['windows-1251', '12 мес', [0x31, 0x32, 0x20, 0xec, 0xe5, 0xf1]],
  ['windows-1250', '12 miesięcy', [...Buffer.from('12 miesi'), 0xea, ...Buffer.from('cy')]],
  ['iso-8859-9', '12 ayı', [...Buffer.from('12 ay'), 0xfd]],
  ['windows-1256', '12 شهر', [0x31, 0x32, 0x20, 0xd4, 0xe5, 0xd1]],
  ['windows-1258', '6 tháng', [...Buffer.from('6 th'), 0xe1, ...Buffer.from('ng')]],
]

test('the encoding of the source counts before that of the server, and helps where there is none', async () => {
  const start = Buffer.from('<h1>Rates</h1><table><tr><td>')
  for (const [encoding, text, printed] of oldEncodings) {
    const body = Buffer.concat([start, Buffer.of(...printed), Buffer.from('</td></tr></table>')])
    for (const charset of [undefined, 'utf-8', 'x-unknown']) {
      const captured = {
        name: 'rates',
        format: 'html',
        day,
        body,
        ...(charset && { charset }),
      } as const
      const content = await pageContent(captured, { ...page, encoding })
      assert.ok(!('failure' in content), 'failure' in content ? content.failure : '')
      assert.deepEqual(content.tables[0]?.rows[0]?.[0]?.text, text)
    }
    const content = await pageContent({ name: 'rates', format: 'html', day, body }, page)
    assert.ok(!('failure' in content))
    assert.match(content.tables[0]?.rows[0]?.[0]?.problem ?? '', /name the right one as `encoding`/)
  }
})

test('markup in a string of JSON says nothing about its encoding', () => {
  const body = Buffer.from('{"html":"<meta charset=windows-1252>12 mês"}')
  assert.match(decodeJson(body, undefined), /mês/)
  assert.match(decodeJson(body, 'windows-1252'), /mÃªs/)
})
