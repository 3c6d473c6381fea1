import assert from 'node:assert/strict'
import { test, after } from 'node:test'
import { gateSheet } from '../../../test/support/gate-sheets.ts'
import { offerDifferences, keptPages } from './try-pages.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../../test/support/sample-market.ts'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import { openCapturesFolder } from '../captures/folder.ts'
import type { SourceDefinition } from '../read/source-schema.ts'
import { parseSource } from './load-source.ts'

const differences = (before: readonly string[], after: readonly string[]) =>
  offerDifferences(gateSheet(before).offers, gateSheet(after).offers).map((one) => [
    one.before?.tenure ?? one.after?.tenure,
    one.before?.rate,
    one.after?.rate,
  ])

test('equal offers do not differ, however their tier is printed', () => {
  const offers = ['general 12 maturity 9.35 aer 9.35 from 5000']
  assert.deepEqual(differences(offers, offers), [])
  assert.deepEqual(differences(offers, ['general 12.00 maturity 9.35 aer 9.35 from 5000.00']), [])
})

test('figures differ if they are printed otherwise, and offers that only one list has', () => {
  assert.deepEqual(
    differences(
      ['general 6 maturity 8', 'general 12 maturity 9.35 aer 9.35', 'general 24 maturity 9.50'],
      ['general 3 maturity 7', 'general 12 maturity 9.35 aer 9.36', 'general 24 maturity 9.5'],
    ),
    [
      ['3', undefined, '7'],
      ['6', '8', undefined],
      ['12', '9.35', '9.35'],
      ['24', '9.50', '9.5'],
    ],
  )
})

const folder = mkdtempSync(join(tmpdir(), 'ratebook-kept-'))
after(() => rmSync(folder, { recursive: true }))

function definitionOf(text: string): SourceDefinition {
  const source = parseSource(text, { file: 'alpha-bank.yaml', name: 'lk/alpha-bank.yaml' })
  if ('problems' in source) assert.fail(JSON.stringify(source.problems))
  return source.definition
}

test('a page is found by its name, or by its address after the name has changed', async () => {
  const captures = openCapturesFolder(folder)
  const digest = await captures.put(Buffer.from('a page'))
  const url = 'https://alpha-bank.example/rates'
  const time = at('2026-06-01T00:00:00Z')
  const captured = [{ page: 'rates', url, at: time, digest, format: 'html' as const }]
  const pagesOf = (text: string) => keptPages(captures, definitionOf(text), captured)
  const renamed = await pagesOf(editedSource('name: rates', 'name: deposits'))
  if (typeof renamed === 'string') assert.fail(renamed)
  assert.deepEqual(
    renamed.map(({ capture, body }) => [capture.page, Buffer.from(body).toString()]),
    [['deposits', 'a page']],
  )
  const moved = sourceText
    .replace('name: rates', 'name: deposits')
    .replace('example/rates', 'example')
  assert.equal(await pagesOf(moved), 'The page "deposits" was not captured.')
  const lost = [{ ...captured[0], digest: 'f'.repeat(64) }] as typeof captured
  assert.equal(
    await keptPages(captures, definitionOf(sourceText), lost),
    `The captures have no body ${'f'.repeat(64)}, the page "rates" of that run.`,
  )
})
