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

const showing = sourceOf({ tables: [plainTable] }, { show: ['.panel', '#more'] })
const table = htmlTable('Period|Rate\n12 Months|9.00')
const nine = ['general 12 maturity: 9.00']
const page = (panel: string) => `<h1>Deposits</h1>${panel}`

test('elements that the source shows are read', async () => {
  for (const panel of [
    `<div class="a panel" style="opacity:0">${table}</div>`,
    `<div id=more hidden>${table}</div>`,
    `<dialog id=more style="display:none">${table}</dialog>`,
    `<div class=panel style="display:none"><div class=panel hidden>${table}</div></div>`,
    table.replace('<td>9.00', '<td class=panel style="visibility:hidden">9.00'),
  ]) {
    assert.deepEqual(linesOf(await reading(showing, page(panel))), nine, panel)
    await failure(sourceOf({ tables: [plainTable] }), page(panel))
  }
})

test('only the named element is shown: what is hidden around it or inside it stays hidden', async () => {
  for (const panel of [
    `<div hidden><div class=panel hidden>${table}</div></div>`,
    `<div class=panel hidden><div hidden>${table}</div></div>`,
    `<script class=panel>${table}</script>`,
    `<template class=panel>${table}</template>`,
  ])
    assert.equal(
      await failure(showing, page(panel)),
      'The page rates has no table under "Deposits".',
    )
  const copies = table.replace('9.00', '<i hidden>8.00</i>9.00')
  assert.deepEqual(
    linesOf(await reading(showing, page(`<div class=panel hidden>${copies}</div>`))),
    nine,
  )
})

test('`hide` goes before `show`, and a shown part between others is refused', async () => {
  const both = sourceOf({ tables: [plainTable] }, { show: ['.panel'], hide: ['.old'] })
  assert.equal(
    await failure(both, page(`<div class="panel old" hidden>${table}</div>`)),
    'The page rates has no table under "Deposits".',
  )
  const between = table.replace('9.00', '9<i class=panel hidden>9</i>.00')
  assert.equal(
    await failure(showing, page(between)),
    'The cell "9 .00" has a hidden part between its visible parts.',
  )
})
