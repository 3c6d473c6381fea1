import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourcePage } from '../source/page-schema.ts'
import { readHtml } from './read-html.ts'

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
