import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { until } from './support/cli.ts'
import { install, manifest, otherNode, pack, runIn, startIn } from './support/packed.ts'

const tsc = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ratebook-package-'))
const app = join(folder, 'app')
const packed = join(app, 'node_modules/ratebook')
let tarball = ''

before(async () => {
  tarball = await pack(folder)
  await install(tarball, app)
})
after(() => {
  rmSync(folder, { recursive: true })
})

test('issue 5 part 2: publint finds nothing', async () => {
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(bytes).buffer },
    strict: true,
  })
  assert.deepEqual(
    messages.map((message) => formatMessage(message, pkg)),
    [],
  )
})

test('the package has what its command needs, and neither tests nor benchmarks nor sources', () => {
  const files = globSync('**/*', { cwd: packed, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(packed.length + 1))
  const tops = new Set(files.map((file) => file.split('/', 1)[0] ?? ''))
  assert.deepEqual(
    tops,
    new Set([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'package.json',
      'samples',
      'web',
    ]),
  )
  assert.deepEqual(
    files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file)),
    [],
  )
  for (const read of globSync(['src/store/*/migrations/*', 'src/**/*.wasm'])) {
    assert.ok(files.includes(read.replace(/^src/, 'dist')), read)
  }
})

const typed = `import { createClient, NetworkError, ProblemError, type RowFor } from 'ratebook/client'
const client = createClient({ baseUrl: 'http://127.0.0.1:8080' })
export const rates: Promise<readonly string[]> = client
  .compareOffers({ tenure_months: '12', type: 'bank' }, { signal: AbortSignal.timeout(1000) })
  .then(({ rows }) => rows.map((row) => row.rate_pa))
export const direction: RowFor<'listRateChanges'>['direction'] = 'up'
// @ts-expect-error: a change is a raise or a cut.
export const wrong: RowFor<'listRateChanges'>['direction'] = 'initial'
// @ts-expect-error: tenure_months is required.
export const missing = () => client.compareOffers({})
export async function pages(): Promise<number> {
  let count = 0
  for await (const page of client.pagesOfRateHistory({ institution_id: 'a' })) count += page.rows.length
  return count
}
export const wait = (error: unknown): number | undefined =>
  error instanceof ProblemError ? error.retryAfter : error instanceof NetworkError ? 1 : undefined
`

for (const [where, options] of Object.entries({
  'a page (no types of Node)': ['--module', 'preserve', '--lib', 'es2024,dom'],
  Node: ['--module', 'nodenext', '--lib', 'es2024,dom'],
})) {
  test(`issue 5 part 2: the types check clean in ${where}, libraries included`, async () => {
    writeFileSync(join(app, 'typed.ts'), typed)
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false']
    const command = ['--noEmit', '--types', '', '--target', 'es2024', ...strict, ...options]
    assert.equal(await runIn(app, process.execPath, tsc, [...command, 'typed.ts']), '')
  })
}

const script = `import { createClient, ProblemError } from 'ratebook/client'
const client = createClient({ baseUrl: process.argv[2] })
const { rows, position } = await client.compareOffers({ tenure_months: '12', type: 'bank' })
let count = 0
for await (const page of client.pagesOfRateChanges({ limit: 7 })) count += page.rows.length
const isAll = count > 100 && count === (await client.listRateChanges({ limit: 1000 })).rows.length
const problem = await client.getSummary({ tenure_months: 'x' }).catch((error) => error)
const [{ parameter }] = problem instanceof ProblemError ? problem.errors : []
const isSame = (await client.listFreshness()) === (await client.listFreshness())
console.log(JSON.stringify({ node: process.version, best: rows[0], position, isAll, parameter, isSame }))
`

/** Uses the installed package with one Node: its command, its server, its client. */
async function use(t: TestContext, node: string, version: string): Promise<void> {
  writeFileSync(join(app, 'use.js'), script)
  const command = ['--no-install', 'ratebook']
  assert.equal((await runIn(app, node, 'node', ['--version'])).trim(), `v${version}`)
  assert.equal(await runIn(app, node, 'npx', [...command, '--version']), `${manifest().version}\n`)
  const samples = join(packed, 'samples/sri-lanka')
  const book = join(folder, `${version}.db`)
  const serve = ['serve', '--port', '0', '--database', book, '--fill', samples]
  const server = startIn(app, node, join(app, 'node_modules/.bin/ratebook'), serve)
  t.after(() => server.kill('SIGKILL'))
  let said = ''
  server.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const address = () => said.match(/^Ratebook answers at (\S+)/m)?.[1]
  await until(() => address() !== undefined || server.exitCode !== null, 20_000)
  const told = await runIn(app, node, 'node', ['use.js', address() ?? said])
  const { best, ...rest } = JSON.parse(told) as { best: { rate_pa: string } }
  assert.equal(best.rate_pa, '10.500')
  assert.deepEqual(rest, {
    node: `v${version}`,
    position: 79,
    isAll: true,
    parameter: 'tenure_months',
    isSame: true,
  })
  const audit = [...command, 'audit', '--database', book]
  assert.match(await runIn(app, node, 'npx', audit), /79/)
}

test('issue 5 part 2: in an empty folder, command, server and client work with this Node', async (t) => {
  await use(t, process.execPath, process.versions.node)
})

// The oldest that `engines` lets in.
for (const version of ['24.0.0']) {
  test(`issue 5 part 2: in an empty folder, command, server and client work with Node ${version}`, async (t) => {
    const node = await otherNode(version)
    if (node === undefined) return t.skip(`Node ${version} is neither here nor in the registry.`)
    return use(t, node, version)
  })
}

test('a Node that is too old is told so in words that fit a package', async () => {
  const claim = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(claim)}`]
  await assert.rejects(
    runIn(app, process.execPath, 'node', [...args, join(packed, 'bin/ratebook.js')]),
    /78\n\nratebook needs Node 24 or newer and this is Node 20\.1\.0: https:\/\/nodejs\.org has a newer one\.\n$/,
  )
})
