// Compares the server with nginx and with other ways to serve the same JSON: npm run bench
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCleanup } from '../test/support/postgres/cleanup.ts'
import type { Bench } from './bench.ts'
import { marketBook } from './book.ts'
import { contest } from './contest.ts'
import { pageText, type Section } from './page.ts'
import { publish } from './publish.ts'
import { refusals } from './refusals.ts'
import { start } from './start.ts'

const measurements: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  hot: (bench) => contest(bench, 'hot'),
  never: (bench) => contest(bench, 'never'),
  gzip: (bench) => contest(bench, 'gzip'),
  refusals,
  start,
  publish,
}
const all = Object.keys(measurements)
const options = { quick: { type: 'boolean', default: false }, only: { type: 'string' } } as const
const { quick, only = all.join(',') } = parseArgs({ options }).values
const unknown = only.split(',').filter((name) => !all.includes(name))
if (unknown.length > 0) throw new Error(`--only takes ${all.join(',')}, not ${unknown.join(',')}.`)
const missing = ['nginx', 'wrk', 'taskset'].filter((name) => spawnSync(name, ['-h']).error)
if (missing.length > 0) console.error(`Install them first: apt-get install ${missing.join(' ')}`)

const cleanup = createCleanup()
const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-run-'))
cleanup.after(() => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanup.end().finally(() => process.exit(1)))
}
// This process and wrk run on core 1, all servers on core 0.
spawnSync('taskset', ['-a', '-cp', '1', `${process.pid}`])

const changes = quick ? 100_000 : 1_000_000
const [rounds, seconds, distinctRequests] = quick ? [1, 1, 20_000] : [5, 3, 500_000]
const sections: Section[] = []
try {
  const book = marketBook(changes)
  const sizes = { changes, rounds, seconds, distinctRequests }
  const bench: Bench = { ...sizes, folder, book, cleanup, sent: 0 }
  for (const [title, measure] of Object.entries(measurements)) {
    if (!only.split(',').includes(title)) continue
    console.error(`measuring ${title}`)
    const section = await measure(bench).catch((error: unknown) => {
      return { title, sentence: `Not measured: ${String(error)}`, columns: [], rows: [] }
    })
    sections.push(section)
  }
} finally {
  await cleanup.end()
}
const page = pageText(factsOfRun(), sections)
const isWhole = !quick && only === all.join(',')
if (isWhole) writeFileSync(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), page)
else console.log(page)

function factsOfRun(): string[] {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')
  return [
    `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, at commit ${commit}.`,
    `Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}. Servers run on one core, the load (wrk, 16 connections) on another.`,
    `Numbers are medians of rounds (${rounds}, of ${seconds} s each). A ratio is the median of the ratios of each round. Targets are for a book of 1000000 changes.`,
    'Behind a proxy means `--trust-proxy`, `--rate-limit`, metrics, a log, and an `X-Forwarded-For` header in each request.',
  ]
}
