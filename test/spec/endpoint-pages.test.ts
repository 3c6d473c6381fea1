import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { endpointPages } from '../support/endpoint-pages.ts'

const folder = new URL('../../docs/endpoints/', import.meta.url)

test('issue 5 part 3: docs/endpoints has a page for each endpoint, with the answer that its request has, as `npm run openapi` writes them', async () => {
  const pages = await endpointPages()
  assert.deepEqual(readdirSync(folder).toSorted(), [...pages.keys()].toSorted())
  for (const [name, text] of pages) {
    assert.equal(readFileSync(new URL(name, folder), 'utf8'), text, name)
  }
})
