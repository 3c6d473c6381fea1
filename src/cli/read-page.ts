import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Asset, Page } from '../http/web-page.ts'

/** Where `npm run build` leaves the page. */
export const builtPage = fileURLToPath(new URL('../../web/dist/', import.meta.url))

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Reads the built page whole, once, so that no request waits for a disk; `undefined` if it was not built. */
export function readPage(folder: string): Page | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const files = join(folder, 'assets')
  const assets = readdirSync(files)
    .filter((name) => extname(name) in types)
    .map((name) => [name, readAsset(join(files, name))] as const)
  return { html: readFileSync(index, 'utf8'), assets: new Map(assets) }
}

/** A file, and what the build compressed it to: beside it, with `.br` and `.gz` after its name. */
function readAsset(path: string): Asset {
  const compressed = (ending: string): Buffer | undefined =>
    existsSync(path + ending) ? readFileSync(path + ending) : undefined
  const [br, gzip] = [compressed('.br'), compressed('.gz')]
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    forms: { identity: readFileSync(path), ...(br && { br }), ...(gzip && { gzip }) },
  }
}
