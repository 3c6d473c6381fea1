#!/usr/bin/env node
// Plain, old syntax on purpose: a Node too old for the rest must still be able to read this file and say so.

const oldest = 24
const running = process.versions.node

if (parseInt(running, 10) < oldest) {
  process.stderr.write(
    `ratebook needs Node ${oldest} or newer and this is Node ${running}: run it through npm, ` +
      'as `npm start` or `npm run -s ratebook -- …`, which uses the Node that `npm ci` brought.\n',
  )
  process.exitCode = 78
} else {
  import('../src/cli/main.ts').catch((/** @type {unknown} */ error) => {
    console.error(error)
    process.exitCode = 70
  })
}
