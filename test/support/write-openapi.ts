import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApi } from '../../src/http/openapi.ts'

// Writes the document of the API to `docs/openapi.json`, or to the file that is named.
const path = process.argv[2] ?? fileURLToPath(new URL('../../docs/openapi.json', import.meta.url))
writeFileSync(path, `${JSON.stringify(openApi(), undefined, 2)}\n`)
