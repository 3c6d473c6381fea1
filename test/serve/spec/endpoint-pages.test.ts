import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { endpointPages } from '../../support/endpoint-pages.ts'

const folder = new URL('../../../docs/endpoints/', import.meta.url)

test('docs/endpoints has the pages that `npm run docs` writes', async () => {
  const pages = await endpointPages()
  assert.deepEqual(readdirSync(folder).toSorted(), [...pages.keys()].toSorted())
  for (const [name, text] of pages) {
    assert.equal(readFileSync(new URL(name, folder), 'utf8'), text, name)
  }
})
