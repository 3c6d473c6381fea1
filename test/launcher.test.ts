import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const launcher = fileURLToPath(new URL('../bin/ratebook.js', import.meta.url))

/** Starts the launcher in this Node while it claims to be another one. */
function startAs(version: string) {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const preload = `data:text/javascript,${encodeURIComponent(claim)}`
  return spawnSync(process.execPath, ['--import', preload, launcher, 'no-such-command'], {
    encoding: 'utf8',
  })
}

for (const version of ['12.22.12', '20.20.2', '22.22.2', '23.11.1']) {
  test(`Node ${version} is told to use the Node that npm ci brought: one sentence, exit 78`, () => {
    const { status, stdout, stderr } = startAs(version)
    assert.equal(
      stderr,
      `ratebook needs Node 24 or newer and this is Node ${version}: run it through npm, as \`npm start\` ` +
        'or `npm run -s ratebook -- …`, which uses the Node that `npm ci` brought.\n',
    )
    assert.equal(stdout, '')
    assert.equal(status, 78)
  })
}

for (const version of ['24.0.0', process.versions.node]) {
  test(`Node ${version} is new enough`, () => {
    const { status, stderr } = startAs(version)
    assert.doesNotMatch(stderr, /needs Node/)
    assert.notEqual(status, 78)
  })
}

test('what was compiled is kept beside the dependencies, for the next start', () => {
  const told = `import { getCompileCacheDir } from 'node:module'
    process.on('exit', () => process.stderr.write('kept in ' + getCompileCacheDir()))`
  const preload = `data:text/javascript,${encodeURIComponent(told)}`
  const { stderr } = spawnSync(process.execPath, ['--import', preload, launcher, '--version'], {
    encoding: 'utf8',
  })
  const folder = fileURLToPath(new URL('../node_modules/.cache/ratebook/', import.meta.url))
  const kept = stderr.replace('kept in ', '')
  assert.ok(kept.startsWith(folder), stderr)
  assert.ok(readdirSync(kept).length > 100, 'as many files as the program has, or more')
})
