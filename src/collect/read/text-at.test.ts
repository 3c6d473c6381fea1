import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readHtml } from './html/read-html.ts'
import { textsOfMarkup } from './text-at.ts'

const page = { name: 'rates', url: 'https://x.example/', format: 'html' } as const

function opened(body: Uint8Array) {
  const [content, textAt] = [readHtml({ body }, page), textsOfMarkup({ format: 'html', body })]
  assert.ok(!('failure' in content) && !('failure' in textAt))
  const cells = content.tables.flatMap(({ rows, headings }) => [...rows.flat(), ...headings])
  return { content, textAt, cells: [...cells, ...content.texts] }
}

/** Pieces of a page that make its offsets difficult. */
const piece = fc.constantFrom(
  '<table>',
  '<tr>',
  '<td>',
  '<td colspan=2>',
  '<th rowspan=3>',
  '</table>',
  '<caption>',
  '</td>',

  '<p>',
  '</p>',
  '<h1>',
  '<h2>x',
  '<b>',
  '</b>',
  '<br>',
  '<i hidden>',
  '<i style="opacity:0">',
  '<dialog>',
  '</dialog>',
  '</i>',
  '<div style="display:none">',

  '</div>',
  '<script>',
  '</script>',
  '<!-- c -->',
  '<o:p>',
  '<sup>',
  '</sup>',
  '<sub>',
  '<a href=x>',
  '</a>',
  '<del>',
  '<li>',
  '<select><option>',
  '<textarea>',

  '8.50%',
  ' 12 Months ',
  '9',
  '\r\n',
  '\r',
  '\0',
  '\uFEFF',
  '😀',
  'මාස',
  '&nbsp;',
  '&amp;',
  '&lt;b>',

  '&#37;',
  '&copy',
  '<',
  '&',
  '</',
  '<a title="a > b">',
  '\u00AD',
  ' ',
  '<svg>',
  '</svg>',
  '<plaintext>',
)

test('the text of every cell is read back from its address', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const { textAt, cells } = opened(Buffer.from(`${pieces.join('')}</table>`))
      for (const { address, text, problem } of cells as {
        address: string
        text: string
        problem?: string
      }[])
        if (problem === undefined) assert.equal(textAt(address), text, address)
    }),
    { numRuns: 2000 },
  )
})

test('an address is a range of UTF-16 code units of the decoded page', () => {
  const html = '<p>\r\n😀</p>\0<table><tr><td>\r\n a😀&nbsp;<b>8.50</b>%\r\n</table>'
  for (const mark of ['', '\uFEFF']) {
    const { content } = opened(Buffer.from(mark + html))
    const cell = content.tables[0]?.rows[0]?.[0]
    const from = html.indexOf('a😀')
    assert.deepEqual(cell, { address: `#char=${from},${html.indexOf('%') + 1}`, text: 'a😀 8.50%' })
  }
})

test('long pages keep their offsets', () => {
  const html = `${'<p>x😀\r\n</p>'.repeat(20_000)}<table><tr><td>8.50%</table>`
  const { content, textAt } = opened(Buffer.from(html))
  const cell = content.tables[0]?.rows[0]?.[0]
  assert.equal(cell?.text, '8.50%')
  assert.equal(textAt(cell.address), '8.50%')
})

test('other addresses have no text', () => {
  const { textAt } = opened(Buffer.from('<p>8.50%</p>'))
  for (const address of [
    '',
    '#',
    '#char=',
    '#char=5,4',
    '#char=0,99',
    '#char=1,2#x',
    '#/0',
    '#page=1',
    'x#char=0,1',
  ])
    assert.equal(textAt(address), undefined, address)
})
