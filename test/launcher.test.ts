import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test, type TestContext } from 'node:test'

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
      `ratebook needs Node 24 or newer and this is Node ${version}: run \`npm ci\` once, and then it through npm, ` +
        'as `npm start` or `npm run -s ratebook -- …`, which uses the Node that came with it.\n',
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

/** A checkout of a few files beside the launcher, and what it says when it is started. */
function checkoutOf(t: TestContext, files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'launcher-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{ "type": "module" }' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(folder, 'bin'))
  cpSync(launcher, join(folder, 'bin/ratebook.js'))
  const start = () => {
    const { NODE_COMPILE_CACHE: _, NODE_DISABLE_COMPILE_CACHE: _off, ...env } = process.env
    return spawnSync(process.execPath, [join(folder, 'bin/ratebook.js')], { encoding: 'utf8', env })
  }
  return { folder, start }
}

test('our own files are found where they say, and packages as ever', (t) => {
  const { start } = checkoutOf(t, {
    'src/cli/main.ts': `import { answer } from '../domain/answer.ts'
      const { late } = await import('./late.ts')
      console.log(answer satisfies number, late)`,
    'src/cli/late.ts': `import { createRequire } from 'node:module'
      import words from './words.json' with { type: 'json' }
      export const late: string = createRequire(import.meta.url)('old') + words[0]`,
    'src/cli/words.json': '[" words"]',
    'src/domain/answer.ts': `import { part } from 'thing'
      export const answer: number = part`,
    'node_modules/thing/package.json': '{ "type": "module", "exports": "./lib/index.js" }',
    'node_modules/thing/lib/index.js': `export { part } from './part.js'`,
    'node_modules/thing/lib/part.js': 'export const part = 42',
    'node_modules/old/index.js': `module.exports = require('./lib')`,
    'node_modules/old/lib/index.js': `module.exports = 'found'`,
  })
  const { stdout, stderr, status } = start()
  assert.deepEqual([stdout, stderr, status], ['42 found words\n', '', 0])
})

test('in the package too, though files of other packages may end as ours do', (t) => {
  const { start } = checkoutOf(t, {
    'dist/cli/main.js': `import found from 'old'
      import { answer } from '../domain/answer.js'
      console.log(answer, found)`,
    'dist/domain/answer.js': 'export const answer = 42',
    'node_modules/old/package.json': '{ "main": "index.js" }',
    'node_modules/old/index.js': `module.exports = require('./part.js')`,
    'node_modules/old/part.js': `module.exports = 'found'`,
  })
  const { stdout, stderr, status } = start()
  assert.deepEqual([stdout, stderr, status], ['42 found\n', '', 0])
})

test('one of our own files that is missing is named: exit 70', (t) => {
  const { start } = checkoutOf(t, {
    'src/cli/main.ts': `import '../domain/gone.ts'`,
    'node_modules/commander/index.js': '',
  })
  const { stdout, stderr, status } = start()
  assert.match(stderr, /src\/domain\/gone\.ts/)
  assert.deepEqual([stdout, status], ['', 70])
})

test('a checkout without its dependencies says what to run: one sentence, exit 78', (t) => {
  const { start } = checkoutOf(t, { 'src/cli/main.ts': `import 'commander'` })
  const { stdout, stderr, status } = start()
  const sentence = 'What ratebook needs is not installed yet: run `npm ci` in its folder.\n'
  assert.deepEqual([stdout, stderr, status], ['', sentence, 78])
})

test('what was compiled is kept beside the dependencies, for the next start', (t) => {
  const { folder, start } = checkoutOf(t, {
    'src/cli/main.ts': 'const answer: number = 42\nconsole.log(answer)\n',
  })
  const kept = () => readdirSync(join(folder, 'node_modules/.cache/ratebook'), { recursive: true })
  assert.equal(start().stdout, '42\n')
  const first = kept()
  assert.ok(first.length > 0)
  assert.deepEqual([start().stdout, kept()], ['42\n', first])
  // It is never more than a way to be faster.
  rmSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'node_modules'), '')
  const { stdout, stderr, status } = start()
  assert.deepEqual([stdout, stderr, status], ['42\n', '', 0])
})

test('what answers reads no client of HTTP, and no package that makes or checks schemas (decision 019)', () => {
  const script = `
    import Module from 'node:module'
    const modules = []
    const load = (url, context, next) => (modules.push(url), next(url, context))
    Module.registerHooks({ load })
    const { createApp } = await import('./src/http/app.ts')
    const { emptyMarket } = await import('./src/market/market.ts')
    createApp({ market: () => emptyMarket, isHealthy: () => true, now: () => 0 })
    const read = [...process.moduleLoadList, ...modules, ...Object.keys(Module._cache)]
    console.log(read.some((name) => name.includes('_http_server')), read.filter((name) => /undici|ajv|typebox/.test(name)))`
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', script],
    { cwd, encoding: 'utf8' },
  )
  assert.deepEqual([stdout, stderr], ['true []\n', ''])
})
