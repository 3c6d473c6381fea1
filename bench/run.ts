// Compares the server with other ways to serve the same JSON: npm run bench
// It needs nginx, wrk and taskset: apt-get install nginx wrk util-linux
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCleanup } from '../test/support/postgres/cleanup.ts'
import { runLoad, type LoadResult } from './load.ts'
import { makeBook, marketSheets, offersPerSheet, publishSheets, runNode } from './market.ts'
import { figure, median, table, withTarget } from './page.ts'
import { benchRequests, filePath, type BenchRequest } from './requests.ts'
import { residentMegabytes, startRatebook, startServers, type Bench } from './servers.ts'

/** The processor time of a response of each server. In each round, the servers take turns. */
async function responses(bench: Bench): Promise<string> {
  const requests = benchRequests(bench.changes)
  const servers = await startServers(bench, requests)
  const rows: string[][] = []
  for (const request of requests) {
    const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]))
    for (let round = 0; round < bench.rounds; round++)
      for (const server of servers) {
        const path = server.name === 'nginx' ? filePath(request) : request.path
        results.get(server.name)?.push(await runLoad(server, path, request, bench.seconds))
      }
    rows.push(rowOf(request, results))
  }
  const columns = ['µs', ...servers.map(({ name }) => name)]
  return `Processor time per response, in microseconds. The first three requests are always the same. The others are for pages of 75 to 175 rows at any offset, none twice; deep changes are in the older half. Pages asked before are 200 pages of 125 rows, again and again. PostgreSQL is behind Fastify. nginx sends a file of the same bytes, or of the mean size.

${table([...columns, 'Ratebook ÷ node:http', 'PostgreSQL ÷ Ratebook'], rows)}`
}

function rowOf(
  { name, atMost, atLeast }: BenchRequest,
  results: ReadonlyMap<string, readonly LoadResult[]>,
): string[] {
  const timesOf = (server: string) => (results.get(server) ?? []).map(({ micros }) => micros)
  const cells = [...results].map(([server, all]) => {
    const failed = all.reduce((sum, one) => sum + one.failed, 0)
    const time = figure(median(timesOf(server)))
    return failed > 0 ? `${time}, ${failed} failed` : time
  })
  // Both times of a ratio come from the same round, so that they met the same machine.
  const ratio = (one: string, other: string) => {
    const others = timesOf(other)
    return median(timesOf(one).map((micros, round) => micros / (others[round] ?? Number.NaN)))
  }
  return [
    name,
    ...cells,
    withTarget(ratio('Ratebook', 'node:http'), '≤', atMost),
    withTarget(ratio('PostgreSQL', 'Ratebook'), '≥', atLeast),
  ]
}

/** The time until `/ready` is answered with 200, and the memory of the server then. */
async function start(bench: Bench): Promise<string> {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const startedAt = performance.now()
    const server = await startRatebook(bench)
    times.push((performance.now() - startedAt) / 1000)
    memory.push(residentMegabytes(server))
    await server.stop()
  }
  const rows = [
    ['start, s', withTarget(median(times), '≤', 4)],
    ['memory after the start, MB', withTarget(median(memory), '≤', 400)],
  ]
  return `A server, until \`/ready\` is answered with 200, and its resident memory then.

${table(['start', 'measured'], rows)}`
}

/** The time that `ratebook publish` takes for one sheet, less the time that Node takes to start. */
async function publish({ folder, book, changes, rounds }: Bench): Promise<string> {
  const copy = join(folder, 'publish.db')
  const file = join(folder, 'sheet.json')
  copyFileSync(book, copy)
  const published = changes / offersPerSheet
  const times = marketSheets(published + rounds)
    .slice(published)
    .map((sheet) => {
      writeFileSync(file, JSON.stringify(sheet))
      return publishSheets(file, copy) - runNode('-e', '0')
    })
  const rows = [['publish, ms', withTarget(median(times), '≤', 150)]]
  return `\`ratebook publish\` of one sheet of ${offersPerSheet} changes, less \`node -e 0\`.

${table(['publish', 'measured'], rows)}`
}

const options = { quick: { type: 'boolean', default: false }, only: { type: 'string' } } as const
const { quick, only } = parseArgs({ options }).values
const measurements = [responses, start, publish].filter(({ name }) => {
  return only === undefined || only.split(',').includes(name)
})
if (measurements.length === 0) throw new Error(`Nothing is called ${only}.`)

const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-'))
// PostgreSQL and the workers of nginx read files of this folder as other users.
process.umask(0o022)
chmodSync(folder, 0o755)
const cleanup = createCleanup()
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.end().finally(() => process.exit(1)))
}
// This process and wrk run on core 1, all servers on core 0.
execFileSync('taskset', ['-a', '-cp', '1', `${process.pid}`], { stdio: 'ignore' })

const changes = quick ? 100_000 : 1_000_000
const [rounds, seconds] = quick ? [1, 1] : [3, 2]
const bench = { folder, book: makeBook(folder, changes), changes, rounds, seconds, cleanup }
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')
const parts = [
  '# Benchmarks',
  `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, at commit ${commit}.
Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}. Servers run on one core, the load (wrk, 16 connections) on another.
The book has ${changes} changes; the targets are for 1000000. Numbers are medians of ${rounds} rounds of ${seconds} s, and ratios are the medians of the ratios of each round.`,
]
for (const measure of measurements) {
  console.error(`measuring ${measure.name}`)
  parts.push(`## ${measure.name}`, await measure(bench))
  await cleanup.end()
}
const page = `${parts.join('\n\n')}\n`
if (quick || only !== undefined) console.log(page)
else writeFileSync(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), page)
