import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { until } from '../../support/cli.ts'
import { installation } from '../../support/postgres/installation.ts'
import { startPrimary } from '../../support/postgres/primary.ts'
import { isRunning } from '../../support/postgres/process-tree.ts'
import { temporaryDirectory } from './sqlite-books.ts'

const support = new URL('../../support/postgres/', import.meta.url).href

/** Starts a process that runs a script with the functions of `test/support`. */
function startScript(script: string, env: Readonly<Record<string, string>> = {}) {
  const imports = `
    import { dropDatabase, newDatabase, testServer } from '${support}database.ts'
    import { startPrimary } from '${support}primary.ts'`
  return spawn(process.execPath, ['--input-type=module', '-e', imports + script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The JSON that such a process prints. */
async function outputOf<T>(script: string, env: Readonly<Record<string, string>>): Promise<T> {
  return JSON.parse(await text(startScript(script, env).stdout)) as T
}

const start = `
  const server = await startPrimary({ after() {} })
  console.log(JSON.stringify({ processes: server.processes(), data: server.data }))`

type Started = { readonly processes: number[]; readonly data: string }

const isGone = ({ processes, data }: Started) =>
  until(() => !processes.some(isRunning) && !existsSync(dirname(data)))

test('a killed process leaves no server behind, not even a frozen one', async () => {
  const child = startScript(`${start}; server.freeze(); setInterval(() => {}, 1_000)`)
  const { value: line } = await createInterface(child.stdout)[Symbol.asyncIterator]().next()
  const started = JSON.parse(String(line)) as Started
  assert.ok(started.processes.every(isRunning))
  child.kill('SIGKILL')
  assert.ok(await isGone(started))
})

test('testServer is the server of DATABASE_URL', async (t) => {
  const server = await startPrimary(t)
  const script = `
    const server = await testServer()
    const url = await newDatabase(server)
    await dropDatabase(server, url)
    console.log(JSON.stringify({ given: server.url, url }))`
  const { given, url } = await outputOf<{ given: string; url: string }>(script, {
    DATABASE_URL: server.url,
  })
  assert.equal(given, server.url)
  assert.match(url, /\/ratebook_test_[0-9a-f]{16}$/)
})

test('processes that start together replace a damaged installation by a new one, which they share', async (t) => {
  const folder = temporaryDirectory(t)
  chmodSync(folder, 0o755)
  const damaged = join(folder, basename(dirname(installation().template)))
  mkdirSync(damaged)
  writeFileSync(join(damaged, 'files'), '3000')
  const env = { TMPDIR: folder }
  const started = await Promise.all([outputOf<Started>(start, env), outputOf<Started>(start, env)])
  assert.deepEqual(await Promise.all(started.map(isGone)), [true, true])
  assert.deepEqual(globSync(join(folder, '*')), [damaged])
  assert.ok(existsSync(join(damaged, 'template', 'PG_VERSION')))
})
