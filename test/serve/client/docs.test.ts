import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { at, marketOf, sampleEntries } from '../../support/sample-market.ts'
import { runIn } from '../../support/packed.ts'
import { serve } from '../../support/served.ts'
import { temporaryDirectory } from '../../book/store/sqlite-books.ts'

const page = readFileSync(new URL('../../../docs/client.md', import.meta.url), 'utf8')
const codeBlocks = (language: string) =>
  [...page.matchAll(new RegExp('```' + language + '\\n([^]*?)```', 'g'))].map(([, text]) => text)

test('docs/client.md: the examples, run one after another, print the output that the page shows', async (t) => {
  const market = marketOf(sampleEntries())
  const now = at('2026-11-21T00:00:00Z')
  const source = { market: () => market, isHealthy: () => true, now: () => now }
  const { port } = await serve(t, source)
  const client = new URL('../../../src/serve/client/client.ts', import.meta.url).href
  const script = codeBlocks('js')
    .join('\n')
    .replace("'ratebook/client'", `'${client}'`)
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${port}`)
  const folder = temporaryDirectory(t)
  const path = join(folder, 'examples.mjs')
  writeFileSync(path, script)
  assert.equal(
    await runIn(folder, process.execPath, process.execPath, [path]),
    codeBlocks('text').join(''),
  )
})
