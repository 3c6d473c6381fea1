// Measures what a server costs, and compares it with other programs: npm run bench
// It needs nginx, wrk and taskset (apt-get install nginx wrk util-linux), and Chromium. The other cores should be idle.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createCleanup } from '../test/support/postgres/cleanup.ts'
import { collect } from './collect.ts'
import { expensiveRequests } from './expensive.ts'
import { firstView } from './first-view.ts'
import { knownAt } from './known-at.ts'
import { makeBook } from './market.ts'
import { mirror } from './mirror.ts'
import { mixed } from './mixed.ts'
import { neighbour } from './neighbour.ts'
import { messageOf } from './page.ts'
import { programs } from './programs.ts'
import { release } from './release.ts'
import { responses } from './responses.ts'
import type { Bench, BenchBook } from './servers.ts'
import { publish, start } from './start.ts'

/** The measurements by the name that `--only` takes. */
const measurements: Readonly<Record<string, (bench: Bench) => Promise<string>>> = {
  expensive: expensiveRequests,
  'known-at': knownAt,
  neighbour,
  responses,
  programs,
  start,
  publish,
  release,
  mirror,
  collect,
  'first-view': firstView,
  mixed,
}

const { values } = parseArgs({
  options: {
    /** Short rounds, to try the bench. */
    quick: { type: 'boolean', default: false },
    /** How many changes the books have, the largest last. */
    changes: { type: 'string', default: '300000,1000000' },
    /** Names of measurements, separated by commas. The page is then printed, not written. */
    only: { type: 'string', default: Object.keys(measurements).join(',') },
    /** How long the mixed load lasts. */
    'mixed-minutes': { type: 'string', default: '60' },
    /** A folder of books that an earlier run has kept, or where this run keeps them. */
    books: { type: 'string' },
  },
})
const names = values.only.split(',')
for (const name of names)
  if (!(name in measurements))
    throw new Error(`There is no measurement ${name}: ${Object.keys(measurements).join(', ')}.`)

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

const books = values.changes.split(',').map((size): BenchBook => {
  const changes = Number(size)
  const own = join(values.books ?? folder, `${changes}`)
  mkdirSync(own, { recursive: true })
  return { changes, folder: own, file: makeBook(own, changes) }
})
const bench: Bench = {
  folder,
  books,
  isQuick: values.quick,
  rounds: values.quick ? 1 : 3,
  mixedMinutes: Number(values['mixed-minutes']),
  programsFolder: join(values.books ?? folder, 'programs'),
  cleanup,
}
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
// The folder of the books says nothing about the figures.
const command = ['npm run bench', ...process.argv.slice(2)]
  .join(' ')
  .replace(/ --books \S+/, '')
  .replace(' --', ' -- --')
const parts = [
  '# Benchmarks',
  `Written by \`${command}\` on ${new Date().toISOString().slice(0, 10)}, at commit ${commit}.
Machine: ${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}. Servers run on core 0, clients on core 1. The books have 50 institutions, and rate sheets of 100 changes. A figure with a target says whether it meets it.`,
]
for (const name of names) {
  console.error(`${new Date().toISOString().slice(11, 19)} measuring ${name}`)
  const text = await measurements[name]?.(bench).catch((error: unknown) => {
    console.error(error)
    return `This measurement failed: ${messageOf(error)}`
  })
  parts.push(`## ${name}`, text ?? '')
  await cleanup.end()
  console.error(text)
}
const page = `${parts.join('\n\n')}\n`
if (values.quick || names.length < Object.keys(measurements).length) console.log(page)
else writeFileSync(join(import.meta.dirname, '..', 'docs', 'benchmarks.md'), page)
