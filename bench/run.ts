import { mkdtempSync, rmSync, writeFileSync, chmodSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { parseWhole } from '../src/domain/decimal.ts'
import { openBench, type Bench } from './bench.ts'
import { median } from './load/contest.ts'
import { largest } from './market.ts'
import { machineLines } from './process/machine.ts'
import { takeLoadCore } from './process/server.ts'
import { busySeconds, childSeconds } from './process/usage.ts'
import { pageOf, percent, sectionOf, verdictsOf } from './report/page.ts'
import type { Section } from './report/section.ts'
import { growth } from './rows/growth.ts'
import { hot } from './rows/hot.ts'
import { neverAsked } from './rows/never-asked.ts'
import { offers } from './rows/offers.ts'
import { others } from './rows/others.ts'
import { overload } from './rows/overload.ts'
import { publish } from './rows/publish.ts'
import { start } from './rows/start.ts'
import { summaries } from './rows/summaries.ts'
import { workers } from './rows/workers.ts'

/** The groups of rows in the order of the page. */
const groups: Readonly<Record<string, (bench: Bench) => Promise<Section>>> = {
  hot,
  'never-asked': neverAsked,
  summaries,
  offers,
  growth,
  start,
  publish,
  workers,
  overload,
  others,
}

const usage = `usage: npm run bench -- [--quick] [--only GROUP,…] [--rounds N] [--seconds N]
groups: ${Object.keys(groups).join(', ')}
A run of all groups writes docs/benchmarks.md; a run of some prints them.`

const given = process.argv.slice(2)
const values = readArguments()
// Filling a database takes too much of three minutes: a quick run is without PostgreSQL, and without the other services.
const rivalled = values.quick ? ['others'] : ['never-asked', 'summaries', 'others']
const all = Object.keys(groups).filter((name) => !values.quick || name !== 'others')
const chosen = values.only?.split(',') ?? all
const unknown = chosen.filter((name) => groups[name] === undefined)
if (values.help || unknown.length > 0) {
  console.error(usage)
  process.exit(values.help ? 0 : 64)
}

const isRivalled = chosen.some((name) => rivalled.includes(name))

const began = performance.now()
const busyBefore = busySeconds()
const minutes = () => (performance.now() - began) / 60_000
const say = (line: string) => console.error(`${minutes().toFixed(1).padStart(5)} min  ${line}`)
const { rounds, seconds } = values

process.setMaxListeners(100)
const folder = mkdtempSync(join(tmpdir(), 'ratebook-bench-'))
// nginx and PostgreSQL run as other users.
chmodSync(folder, 0o755)
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const bench = openBench(folder, { rounds, seconds, isQuick: values.quick }, say)
const sections: Section[] = []
try {
  // What takes long to make is made first, on all cores; from then on this process has that of the load, with all that it starts.
  say('making the largest book')
  await Promise.all([bench.book(largest), isRivalled ? bench.peers.fill() : undefined])
  takeLoadCore()
  for (const name of chosen) {
    const section = await groups[name]?.(bench)
    if (section === undefined) continue
    sections.push(section)
    console.log(`${sectionOf(section)}\n\n${verdictsOf({ ...section, title: 'Targets' })}\n`)
  }
} finally {
  await bench.peers.close()
}
if (values.only === undefined) {
  const command = ['npm run bench', ...(given.length > 0 ? ['--', ...given] : [])].join(' ')
  const day = new Date().toISOString().slice(0, 10)
  const others = othersShare()
  const head = {
    command,
    day,
    rounds,
    seconds,
    minutes: minutes(),
    isRivalled,
    others,
    machine: [
      ...machineLines(isRivalled),
      ['the same walk through 32 MB, before each contest', walks()] as const,
    ],
  }
  writeFileSync(
    fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)),
    pageOf(head, sections),
  )
}
say(
  `done; other programs took ${percent(othersShare())} of the processors, the same walk ${walks()}`,
)

/** What the yardstick took: the least, the middle and the most. */
function walks(): string {
  const taken = bench.yardstick.taken()
  const [least, most] = [Math.min(...taken), Math.max(...taken)]
  return taken.length === 0
    ? 'not measured'
    : `${least.toFixed(0)} to ${most.toFixed(0)} ms, median ${median(taken).toFixed(0)}`
}

/** What was no part of this run took so much of the cores; all that it started has ended. */
function othersShare(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6 + childSeconds()
  const all = ((performance.now() - began) / 1000) * cpus().length
  return Math.max(0, busySeconds() - busyBefore - own) / all
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    const whole = (name: 'rounds' | 'seconds', usual: number): number => {
      const text = values[name]
      const value = text === undefined ? usual : (parseWhole(text) ?? 0)
      if (value < 1) throw new Error(`--${name} ${text} is no whole number from 1 on.`)
      return value
    }
    const { quick } = values
    return {
      ...values,
      rounds: whole('rounds', quick ? 1 : 5),
      seconds: whole('seconds', quick ? 1 : 4),
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
    process.exit(64)
  }
}
