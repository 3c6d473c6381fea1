import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'

const launcher = fileURLToPath(new URL('../../bin/ratebook.js', import.meta.url))

/** Runs the launcher in this Node, with another version in `process.versions`. */
function startAs(version: string) {
  const override = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const preload = `data:text/javascript,${encodeURIComponent(override)}`
  return spawnSync(process.execPath, ['--import', preload, launcher, 'no-such-command'], {
    encoding: 'utf8',
  })
}

for (const version of ['12.22.12', '20.20.2', '24.21.0', '25.9.0', '26.2.0']) {
  test(`Node ${version} is too old: one sentence and exit code 78`, () => {
    const { status, stdout, stderr } = startAs(version)
    assert.equal(
      stderr,
      `ratebook needs Node 26.3 or newer and this is Node ${version}: run \`npm ci\` once, then start it with npm, ` +
        'as `npm start` or `npm run -s ratebook -- …`; npm uses the Node that `npm ci` installed.\n',
    )
    assert.equal(stdout, '')
    assert.equal(status, 78)
  })
}

for (const version of ['26.3.0', '26.10.0', '27.0.0', process.versions.node]) {
  test(`Node ${version} is new enough`, () => {
    const { status, stderr } = startAs(version)
    assert.doesNotMatch(stderr, /needs Node/)
    assert.notEqual(status, 78)
  })
}

test('package.json and the guides name the same version', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  assert.deepEqual(engines, { node: '>=26.3' })
  for (const guide of ['README.md', 'docs/deploy.md'])
    assert.match(read(guide), /Node 26\.3 or newer/, guide)
})

/** Runs the launcher in a folder with some files. */
function runIn(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'launcher-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{ "type": "module" }' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'bin'))
  cpSync(launcher, join(folder, 'bin/ratebook.js'))
  const options = { encoding: 'utf8' } as const
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(folder, 'bin/ratebook.js')],
    options,
  )
  return { stdout, stderr, status }
}

test('a checkout runs its TypeScript', (t) => {
  const files = { 'src/cli/main.ts': 'const answer: number = 42\nconsole.log(answer)' }
  assert.deepEqual(runIn(t, files), { stdout: '42\n', stderr: '', status: 0 })
})

test('the package runs its compiled files', (t) => {
  const files = { 'dist/cli/main.js': 'console.log(42)' }
  assert.deepEqual(runIn(t, files), { stdout: '42\n', stderr: '', status: 0 })
})

test('a missing file of the project is named: exit code 70', (t) => {
  const { stdout, stderr, status } = runIn(t, {
    'src/cli/main.ts': `import '../domain/gone.ts'`,
    'node_modules/commander/index.js': '',
  })
  assert.match(stderr, /src\/domain\/gone\.ts/)
  assert.deepEqual([stdout, status], ['', 70])
})

test('a checkout without its dependencies says what to run: one sentence and exit code 78', (t) => {
  const stderr = 'The dependencies of ratebook are not installed: run `npm ci` in its folder.\n'
  const files = { 'src/cli/main.ts': `import 'commander'` }
  assert.deepEqual(runIn(t, files), { stdout: '', stderr, status: 78 })
})
