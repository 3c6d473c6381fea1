import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'parse5'
import type { SourcePage } from '../source/page-schema.ts'
import { hiddenRowsOf } from './html-content.ts'

test('rows with a number of which nothing is seen are counted', () => {
  const row = '<tr><td>12 Months<td>1.00'
  const styled = (style: string) => `<table><tr style="${style}"><td>12 Months<td>1.00</table>`
  const cases: readonly (readonly [string, number, Partial<SourcePage>?])[] = [
    [`<table>${row}</table>`, 0],
    [`<table hidden>${row.repeat(28)}<tr><td>Notes<td>none</table>`, 28],
    [`<div style="display:none"><p style="display:block"><table>${row}${row}</table></div>`, 2],
    [styled('color:transparent') + styled('transform:scale(0)') + styled('opacity:0'), 3],
    ['<table><tr><td hidden>1<td><b hidden>2</b></table>', 1],
    ['<table><tr><td hidden>1<td>seen</table>', 0],
    ['<table><tr><td hidden>12<td><table><tr><td>seen</table></table>', 0],
    [`<dialog><table>${row}</table></dialog><div popover><table>${row}</table></div>`, 2],
    [`<table hidden><tr><td><table>${row}${row}</table></table>`, 2],
    [`<div class=m><table>${row}</table></div>`, 1, { hide: ['.m'] }],
    [`<div class=m hidden><table>${row}</table></div>`, 0, { show: ['.m'] }],
    ['<div hidden><p class=r><i>1</i></p></div>', 1, { grids: [{ row: 'r', cell: 'c' }] }],
    [`<template><table>${row}</table></template><script>${row}</script>`, 0],
  ]
  for (const [html, count, page] of cases)
    assert.equal(
      hiddenRowsOf(parse(html), { name: 'a', url: '', format: 'html', ...page }),
      count,
      html,
    )
})
