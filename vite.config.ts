import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

/** Writes what text compresses to beside it, as small as it gets: it is done once and sent many times. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets).filter((name) => /\.(?:js|css|svg)$/.test(name))) {
      const bytes = readFileSync(join(assets, name))
      writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
}

export default defineConfig({
  root: 'web',
  // Relative: the server writes its base path into <base>.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  plugins: [compressed],
  // `npx vite` beside a server on port 8080.
  server: {
    proxy: {
      '^/(?:institutions|rates|compare|summary|freshness|reports|docs)': 'http://127.0.0.1:8080',
    },
  },
})
