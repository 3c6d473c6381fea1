import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { filledTables } from '../../support/fill-tables.ts'
import { faults } from '../practice/faults.ts'
import { layouts } from '../practice/layouts.ts'
import { offersOf } from '../practice/practice-page.ts'
import { layoutTables } from './layout-table.ts'
import { measureLayout, type LayoutResults } from './measure-layouts.ts'

const results: LayoutResults[] = []
for (const layout of layouts) results.push(await measureLayout(layout))
const faulty = results.flatMap((one) => one.faulty)

for (const { layout, clean } of results) {
  const { id, name, page, result = { kind: 'read' } } = layout
  test(`${id} ${name}: the true page is ${result.kind}`, () => {
    switch (result.kind) {
      case 'read':
        assert.deepEqual({ ...clean }, { ending: 'passed', why: '', offers: offersOf(page) })
        break
      case 'refused':
        assert.equal(clean.ending, 'failed')
        assert.match(clean.why, result.because)
        break
      case 'held':
        assert.equal(clean.ending, 'held')
        assert.ok(clean.why.split(', ').includes(result.rule), clean.why)
        break
      default:
        throw result satisfies never
    }
  })
}

test('every faulty page ends held or failed, except a small move of rates that no AER confirms', () => {
  const passed = faulty.filter(
    ({ ending, smallMove }) => ending === 'passed' && smallMove === undefined,
  )
  assert.deepEqual(
    passed.map(({ layout, fault, version }) => `${layout.id}, ${fault}, version ${version}`),
    [],
  )
  assert.ok(faulty.length > 2500, `${faulty.length}`)
})

/** Faults that can look like a small move of rates. Exchanged labels keep the AER of each rate, which may fit the other tenure too. */
const movesWithAer: Readonly<Record<string, number>> = {
  'transposed digits': 7,
  'small move': 7,
  'exchanged labels': 200,
}

test('only transposed digits, exchanged labels and small moves can be a small move, of less than 100 basis points without an AER', () => {
  const small = faulty.filter(({ smallMove }) => smallMove !== undefined)
  assert.ok(small.length > 0)
  for (const { layout, fault, smallMove = 0, changedWithAer } of small) {
    const limit = fault in movesWithAer && changedWithAer !== true ? 100 : movesWithAer[fault]
    assert.ok(limit !== undefined && smallMove < limit, `${layout.id}, ${fault}, ${smallMove}`)
  }
})

test('every layout meets every fault, or says why it cannot', () => {
  for (const { layout, faulty, impossible } of results) {
    const met = new Set(faulty.map(({ fault }) => fault))
    assert.equal(met.size + Object.keys(impossible).length, Object.keys(faults).length, layout.id)
    for (const why of Object.values(impossible)) assert.match(why, /^the (page|layout|feed) /)
  }
})

test('docs/collecting.md has the tables that `npm run docs` writes', () => {
  const page = readFileSync(new URL('../../../docs/collecting.md', import.meta.url), 'utf8')
  assert.equal(page, filledTables(page, layoutTables(results)), 'run `npm run docs`')
})
