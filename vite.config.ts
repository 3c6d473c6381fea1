import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'
import { english } from './web/messages/en/english.ts'

/** Writes a compressed copy of each text asset, `name.br` and `name.gz`, so that the server need not compress. */
const compressAssets: Plugin = {
  name: 'compress-assets',
  writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name))) {
      const bytes = readFileSync(join(assets, name))
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

/** Writes the catalogue of each language, which the server checks and serves: English, and every one in `web/messages`. */
const writeCatalogues: Plugin = {
  name: 'write-catalogues',
  writeBundle({ dir = '' }) {
    const [messages, languages] = ['web/messages', join(dir, 'languages')]
    mkdirSync(languages, { recursive: true })
    writeFileSync(join(languages, 'en.json'), JSON.stringify(english, undefined, 2))
    for (const name of readdirSync(messages).filter((name) => name.endsWith('.json')))
      writeFileSync(join(languages, name), readFileSync(join(messages, name)))
  },
}

/** Code that a reader may never need: the views, and the formats of files to take along. */
const loadedLater = /\/web\/(?:views|rates|take-along\/formats)\/|xlsx/

/** The addresses that the server answers. All others are views of the page, or its modules. */
export const ofTheServer =
  /^\/(?!.*\.(?:css|tsx?)(?:\?|$))(?:about|captures|checkpoint|compare|corrections|docs|events|evidence|freshness|health|institutions|languages|llms|log|logo|mcp|openapi|rates|ready|reports|sources|summary)(?:[/.?]|$)/

export default defineConfig({
  root: 'web',
  // Relative addresses, because the server writes its base path into `<base>`.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    // Two years back, and Safari 16.4. A test looks for newer APIs in what the build makes.
    target: ['chrome130', 'edge130', 'firefox132', 'safari16.4'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A busy machine makes the build slow; the warning about it looks like a fault.
      checks: { bundlerTimings: false },
      // One file has the code that several views share: many small files compress badly.
      output: {
        codeSplitting: { groups: [{ name: 'page', test: (id) => !loadedLater.test(id) }] },
      },
    },
  },
  plugins: [compressAssets, writeCatalogues],
  // `npm run dev` serves the page, and gets everything else from the Ratebook server beside it.
  server: { proxy: { [ofTheServer.source]: 'http://127.0.0.1:8080' } },
})
