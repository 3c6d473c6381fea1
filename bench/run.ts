// Compares the server with nginx and with other ways to serve the same JSON: npm run bench
// It needs nginx, wrk and taskset: apt-get install nginx wrk util-linux
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCleanup } from '../test/support/postgres/cleanup.ts'
import { makeBook, publish } from './book.ts'
import { collect } from './collect.ts'
import { correct } from './correct.ts'
import { refusals } from './refusals.ts'
import { responses } from './responses.ts'
import { start } from './start.ts'

const options = { quick: { type: 'boolean', default: false }, only: { type: 'string' } } as const
const { quick, only } = parseArgs({ options }).values
const measurements = [responses, refusals, start, publish, correct, collect].filter(({ name }) => {
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
const [rounds, seconds, distinctRequests] = quick ? [1, 1, 20_000] : [3, 2, 500_000]
const book = makeBook(folder, changes)
const bench = { folder, book, changes, rounds, seconds, distinctRequests, cleanup }
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace(' --', ' -- --')
const parts = [
  '# Benchmarks',
  `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, at commit ${commit}.
Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}. Servers run on one core, the load (wrk, 16 connections) on another.
The book has ${changes} changes; the targets are for 1000000. Numbers are medians of ${rounds} rounds of ${seconds} s, and ratios are the medians of the ratios of each round.
Behind a proxy means \`--trust-proxy\`, \`--rate-limit\`, metrics, a log, and an \`X-Forwarded-For\` header in each request.`,
]
for (const measure of measurements) {
  console.error(`measuring ${measure.name}`)
  parts.push(`## ${measure.name}`)
  try {
    parts.push(await measure(bench))
  } catch (error) {
    // A measurement that fails does not end the run.
    parts.push(`Not measured: ${String(error)}`)
  }
  await cleanup.end()
}
const page = `${parts.join('\n\n')}\n`
if (quick || only !== undefined) console.log(page)
else writeFileSync(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), page)
