#!/usr/bin/env node
// This file must parse in old versions of Node, so that they can print which version is needed.
import { existsSync } from 'node:fs'

// The first version in which the process that reads pages can give up every right (decision 022).
const required = '26.3'
const running = process.versions.node
// A checkout runs its TypeScript files. The npm package has compiled files, because Node strips no types in node_modules.
const source = new URL('../src/cli/main.ts', import.meta.url)
const isCheckout = existsSync(source)

if (ordinal(running) < ordinal(required)) {
  const remedy = isCheckout
    ? 'run `npm ci` once, then start it with npm, as `npm start` or `npm run -s ratebook -- …`; npm uses the Node that `npm ci` installed.'
    : 'install a newer one from https://nodejs.org.'
  process.stderr.write(
    `ratebook needs Node ${required} or newer and this is Node ${running}: ${remedy}\n`,
  )
  process.exitCode = 78
} else {
  const main = isCheckout ? source : new URL('../dist/cli/main.js', import.meta.url)
  import(main.href).catch((/** @type {unknown} */ error) => {
    if (isCheckout && !existsSync(new URL('../node_modules/commander', import.meta.url))) {
      process.stderr.write(
        'The dependencies of ratebook are not installed: run `npm ci` in its folder.\n',
      )
      process.exitCode = 78
    } else {
      console.error(error)
      process.exitCode = 70
    }
  })
}

/**
 * A version as a number that compares like it.
 * @param {string} version
 */
function ordinal(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return 1000 * major + minor
}
