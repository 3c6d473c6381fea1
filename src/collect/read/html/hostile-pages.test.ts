import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHtml } from './read-html.ts'

const read = (html: string, grids = {}) =>
  readHtml({ body: Buffer.from(html) }, { name: 'p', url: 'u', format: 'html', ...grids })

test('deep nesting and long inputs are read without an error', () => {
  const count = 10_000
  for (const html of [
    '<div>a',
    '<span>',
    '<b>',
    '<table><tr><td>a',
    '<h1>',
    '<div id=a data-tab=x>a',
    '<p>&nbsp;',
    '<',
    '&',
    '<a "',
    '<!--',
    '<svg><g>',
    '<select><option>',
    '<td>1<br>',
  ])
    assert.ok(!('failure' in read(`${html.repeat(count)}</table>`)), html)
})

test('a table with too many cells is refused', () => {
  for (const html of [
    `<table>${'<tr><td colspan=1000 rowspan=65534>a'.repeat(100)}</table>`,
    `<table>${`<tr>${'<td>a'.repeat(200)}`.repeat(101)}</table>`,
    `<table>${`<tbody><tr>${'<td>a'.repeat(200)}`.repeat(101)}</table>`,
  ])
    assert.deepEqual(read(html), {
      failure: 'A table of the page has more than 20000 cells.',
      place: '#char=0',
    })
})
