import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { at } from '../../../test/support/sample-market.ts'
import { editedSource, sourceText } from '../../../test/support/source-text.ts'
import { openCapturesFolder } from '../../captures/folder.ts'
import type { SourceDefinition } from '../../read/source-schema.ts'
import { keptPages } from './kept-pages.ts'
import { parseSource } from './parse-source.ts'

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
