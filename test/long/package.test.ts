import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { finished, until } from '../support/cli.ts'
import { install, manifest, otherNode, pack, runIn, startIn } from '../support/packed.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))
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

test('publint finds nothing', async () => {
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

test('the package contains the files that its command needs, and no tests, benchmarks or TypeScript', () => {
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
      'deploy',
      'dist',
      'docs',
      'package.json',
      'samples',
      'sources',
      'web',
    ]),
  )
  assert.deepEqual(
    files.filter((file) => /\.test\.|(?<!\.d)\.ts$/.test(file)),
    [],
  )
  for (const path of globSync('src/book/store/*/migrations/*'))
    assert.ok(files.includes(path.replace(/^src/, 'dist')), path)
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
  test(`the types check clean in ${where}, libraries included`, async () => {
    writeFileSync(join(app, 'typed.ts'), typed)
    const strict = ['--strict', '--exactOptionalPropertyTypes', '--skipLibCheck', 'false']
    const command = [
      '--noEmit',
      '--singleThreaded',
      '--types',
      '',
      '--target',
      'es2024',
      ...strict,
      ...options,
    ]
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

/** Runs the command, the server and the client of the installed package with a given Node. */
async function usePackage(t: TestContext, node: string, version: string): Promise<void> {
  writeFileSync(join(app, 'use.js'), script)
  assert.equal((await runIn(app, node, 'node', ['--version'])).trim(), `v${version}`)
  const npx = ['--no-install', 'ratebook', '--version']
  assert.equal(await runIn(app, node, 'npx', npx), `${manifest().version}\n`)
  const ratebook = join(app, 'node_modules/.bin/ratebook')
  const book = join(folder, `${version}.db`)
  const serve = ['serve', '--port', '0', '--database', book, '--sample', 'sri-lanka']
  const server = startIn(app, node, ratebook, serve)
  t.after(() => server.kill('SIGKILL'))
  let output = ''
  server.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  server.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const address = () => output.match(/^Ratebook answers at (\S+)/m)?.[1]
  await until(() => address() !== undefined || server.exitCode !== null)
  const printed = await runIn(app, node, 'node', ['use.js', address() ?? output])
  const { best, ...rest } = JSON.parse(printed) as { best: { rate_pa: string } }
  assert.equal(best.rate_pa, '10.500')
  assert.deepEqual(rest, {
    node: `v${version}`,
    position: 79,
    isAll: true,
    parameter: 'tenure_months',
    isSame: true,
  })
  assert.match(await runIn(app, node, ratebook, ['audit', '--database', book]), /79/)
}

test('command, server and client of the installed package work with this Node', async (t) => {
  await usePackage(t, process.execPath, process.versions.node)
})

test('the installed package reads pages in its cage', async () => {
  const cage = join(packed, 'dist/collect/cage/cage.js')
  const page = `{ name: 'rates', format: 'html', day: '2026-11-24', body: Buffer.from('<table><tr><td>12 Months<td>9.50</table>') }`
  const definition = `{ name: 'rates', url: 'https://a.example/', format: 'html' }`
  const lines = [
    `import { tablesInCage } from ${JSON.stringify(pathToFileURL(cage).href)}`,
    `console.log(JSON.stringify(await tablesInCage(${page}, ${definition})))`,
  ]
  writeFileSync(join(app, 'cage.js'), lines.join('\n'))
  const printed = await runIn(app, process.execPath, 'node', ['cage.js'])
  const { tables } = JSON.parse(printed) as {
    tables: readonly { rows: readonly { text: string }[][] }[]
  }
  assert.deepEqual(
    tables.map(({ rows }) => rows.map((cells) => cells.map(({ text }) => text))),
    [[['12 Months', '9.50']]],
  )
})

/** The oldest version that `engines` allows. */
const oldest = '26.3.0'
// It installs another Node, so only `npm run test:faults` runs it.
if (process.env['FAULT_ROUNDS'] !== undefined) {
  test('npm ci warns of nothing with the oldest Node of the README, and npm pack prints no list of files', async () => {
    const node = await otherNode('20.20.2')
    for (const args of [
      ['ci', '--dry-run', '--ignore-scripts'],
      ['pack', '--dry-run', '--ignore-scripts'],
    ]) {
      const { code, stdout, stderr } = await finished(startIn(checkout, node, 'npm', args))
      assert.deepEqual([code, stderr], [0, ''])
      assert.ok(stdout.split('\n').length < 10, stdout)
    }
  })
  test(`command, server and client of the installed package work with Node ${oldest}`, async (t) => {
    await usePackage(t, await otherNode(oldest), oldest)
  })
}

test('the installed package tells the user of an old Node where to get a newer one', async () => {
  const override = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(override)}`]
  await assert.rejects(
    runIn(app, process.execPath, 'node', [...args, join(packed, 'bin/ratebook.js')]),
    /78\n\nratebook needs Node 26\.3 or newer and this is Node 20\.1\.0: install a newer one from https:\/\/nodejs\.org\.\n$/,
  )
})
