import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  failure,
  htmlTable,
  linesOf,
  plainTable,
  reading,
  sourceOf,
} from '../../../../test/support/reading-pages.ts'
import { textsOfMarkup } from '../text-at.ts'
import { viewPage } from '../view/view-page.ts'

const table = htmlTable('Period|Rate\n12 Months|9.00 &#37;')
const nine = ['general 12 maturity: 9.00']
const source = (path: string[], more: object = {}) =>
  sourceOf({ tables: [plainTable] }, { format: 'json', path, ...more })

test('a string of JSON that holds HTML is read, and its cells have addresses inside it', async () => {
  const text = JSON.stringify({ title: 'x', body: `<h2>Deposits</h2>\r\n${table}` })
  const read = await reading(source(['body', '<>']), text)
  assert.deepEqual(linesOf(read), nine)
  assert.match(read.cells[0]?.rate.address ?? '', /^#\/body#char=\d+,\d+$/)
  assert.equal(read.cells[0]?.rate.text, '9.00 %')
  const { view } = (await viewPage(
    {
      name: 'p',
      format: 'json',
      day: read.printedDate?.day ?? ('2026-11-09' as never),
      body: Buffer.from(text),
    },
    read.cells[0]?.rate.address ?? '',
  )) as { view: string }
  assert.match(view, /<td><mark id="cell">9\.00 %<\/mark><\/td>/)
})

test('the keys and strings on the way name the tables of the HTML', async () => {
  const text = JSON.stringify([
    { name: 'Savings', html: htmlTable('a|b') },
    { name: 'Deposits', html: table },
  ])
  assert.deepEqual(linesOf(await reading(source(['[name=Deposits]', 'html', '<>']), text)), nine)
  const inner = JSON.stringify(JSON.stringify({ Deposits: `<p>x</p>${table}` }))
  const twice = await reading(source(['{}', 'Deposits', '<>']), inner)
  assert.deepEqual(linesOf(twice), nine)
  assert.match(twice.cells[0]?.rate.address ?? '', /^##\/Deposits#char=/)
})

test('HTML in a string follows the rules of pages: hidden and struck parts, `show`, cut tables', async () => {
  const panel = `<h2>Deposits</h2><div class=panel hidden>${table}</div>`
  const text = JSON.stringify({ body: panel })
  const path = ['body', '<>']
  assert.deepEqual(linesOf(await reading(source(path, { show: ['.panel'] }), text)), nine)
  assert.equal(await failure(source(path), text), 'The page rates has no table under "Deposits".')
  const cut = JSON.stringify({ body: '<h2>Deposits</h2><table><tr><td>12 Months' })
  assert.match(await failure(source(path), cut), /the end tag <\/table> is missing/)
  const hidden = JSON.stringify({ body: `<h2>Deposits</h2>${table}<i hidden>Birch</i>` })
  assert.equal(
    await failure(source(path, { must_contain: ['Birch'] }), hidden),
    'The page rates does not contain "Birch", so it is not the right page.',
  )
})

test('a path that cannot end with HTML is refused', async () => {
  assert.equal(
    await failure(source(['<>']), '{"a":1}'),
    'The path ends with `<>`, and leads to a value that is no string.',
  )
  assert.equal(
    await failure(source(['a', '<>', 'b']), '{"a":"<table></table>"}'),
    'The step `<>` must be the last one of a path.',
  )
})

test('a page of HTML that is JSON is refused', async () => {
  assert.equal(
    await failure(sourceOf({ tables: [plainTable] }), JSON.stringify({ body: table })),
    'The page is JSON, not HTML: write `format: json`. If a string of it holds the HTML, end its `path` with `<>`.',
  )
  const page = `[if gte mso 9]<h1>Deposits</h1>${table}`
  assert.deepEqual(linesOf(await reading(sourceOf({ tables: [plainTable] }), page)), nine)
})

test('addresses that are no place of the HTML have no text', () => {
  const textAt = textsOfMarkup({ format: 'json', body: Buffer.from('{"a":"<b>1</b>","n":1}') })
  assert.ok(!('failure' in textAt))
  assert.equal(textAt('#/a#char=3,4'), '1')
  for (const address of [
    '#char=0,3',
    '#/n#char=0,1',
    '#/a#char=0,99',
    '#/b#char=0,0',
    '#/a#char=3,4#/x',
  ])
    assert.equal(textAt(address), undefined, address)
})
