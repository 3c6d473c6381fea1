import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApi } from '../../src/serve/http/docs/openapi.ts'
import { endpointPages } from './endpoint-pages.ts'

// Writes `docs/openapi.json` and the pages of `docs/endpoints/`, or only the document to the file in the first argument.
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const [, , path] = process.argv
writeFileSync(path ?? `${docs}openapi.json`, `${JSON.stringify(openApi(), undefined, 2)}\n`)
if (path === undefined) {
  mkdirSync(`${docs}endpoints`, { recursive: true })
  for (const [name, text] of await endpointPages()) writeFileSync(`${docs}endpoints/${name}`, text)
}
