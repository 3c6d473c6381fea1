#!/usr/bin/env node
// Plain, old syntax on purpose: a Node too old for the rest must still be able to read this file and say so.
import { existsSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

const oldest = 24
const running = process.versions.node
// A checkout runs its TypeScript as it is; the package has what `npm pack` made of it, because Node strips no types there.
const source = new URL('../src/cli/main.ts', import.meta.url)
const isCheckout = existsSync(source)

if (parseInt(running, 10) < oldest) {
  const way = isCheckout
    ? 'run `npm ci` once, and then it through npm, as `npm start` or `npm run -s ratebook -- …`, which uses the Node that came with it.'
    : 'https://nodejs.org has a newer one.'
  process.stderr.write(
    `ratebook needs Node ${oldest} or newer and this is Node ${running}: ${way}\n`,
  )
  process.exitCode = 78
} else {
  // Not in the folder for temporary files, where Node would keep it: what lies there, others may have written (decision 019).
  const cache = new URL('../node_modules/.cache/ratebook/', import.meta.url)
  nodeModule.enableCompileCache(fileURLToPath(cache))
  const main = isCheckout ? source : new URL('../dist/cli/main.js', import.meta.url)
  // Our own files name each other in full: to look where each is, and what its package says of it, takes a quarter of reading them.
  const own = new URL('..', main).href
  const [ending, format] = isCheckout ? ['.ts', 'module-typescript'] : ['.js', 'module']
  nodeModule.registerHooks({
    resolve(name, context, next) {
      const from = context.parentURL
      const isOwn = from?.startsWith(own) && name.startsWith('.') && name.endsWith(ending)
      if (!isOwn) return next(name, context)
      return { url: new URL(name, from).href, format, shortCircuit: true }
    },
  })
  import(main.href).catch((/** @type {unknown} */ error) => {
    if (isCheckout && !existsSync(new URL('../node_modules/commander', import.meta.url))) {
      process.stderr.write(
        'What ratebook needs is not installed yet: run `npm ci` in its folder.\n',
      )
      process.exitCode = 78
    } else {
      console.error(error)
      process.exitCode = 70
    }
  })
}
