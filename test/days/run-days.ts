// Runs the tests on other days: all of `npm test` in 200 days, and all but the tests in a browser on five more days. libfaketime
// shifts the clock of Node, PostgreSQL, Python and Chromium alike; a module that shifts `Date` would reach Node only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'

const second = 1_000
const day = 86_400 * second
const now = Date.now()

/** The next 29 February, at noon. */
function leapDay(): number {
  let year = new Date(now).getUTCFullYear()
  const noon = () => new Date(Date.UTC(year, 1, 29, 12))
  while (noon().getUTCMonth() !== 1 || noon().getTime() < now) year++
  return noon().getTime()
}

const newYear = Date.UTC(new Date(now).getUTCFullYear() + 1, 0, 1)

/** The days, and the milliseconds by which the clock is shifted. */
const shifts: Readonly<Record<string, number>> = {
  '+200 days': 200 * day,
  '+1 day': day,
  '+460 days': 460 * day,
  '+10 years': 3_653 * day,
  '29 February': leapDay() - now,
  'five minutes before a new year': newYear - 300 * second - now,
}

const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
if (library === undefined) {
  process.stderr.write('There is no libfaketime. Install it: sudo apt install libfaketime\n')
  process.exit(1)
}

const withoutBrowser = globSync('test/{page,desk}/**/*.test.ts').filter(
  (file) => !readFileSync(file, 'utf8').includes('open-page'),
)
// What a newcomer runs: the guides, the demo, and `npm start` with each sample.
const guides = ['demo', 'five-commands', 'new-country', 'start'].map(
  (name) => `test/faults/${name}.test.ts`,
)
const node = 'node --test --test-timeout=600000'
const all = 'npm test'
const most = `(npm run -s test:processes && ${node} --test-isolation=none ${withoutBrowser.join(' ')}) & npm run -s test:shared && npm run -s test:own; others=$?; wait $! && exit $others`
const users = `FAULT_ROUNDS=1 ${node} --test-concurrency=1 ${guides.join(' ')}`

/** Runs a shell command with a shifted clock, and returns its exit code. */
async function runAt(shift: number, command: string): Promise<number> {
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `${shift < 0 ? '' : '+'}${Math.round(shift / second)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const child = spawn('sh', ['-c', command], { env, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code ?? 1
}

const chosen = Object.entries(shifts).filter(([name]) => name.includes(process.argv[2] ?? ''))
const results: string[] = []
for (const [name, shift] of chosen) {
  const tests = await runAt(shift, name === '+200 days' ? all : most)
  const commands = await runAt(shift, users)
  const today = new Date(now + shift).toISOString().slice(0, 10)
  if (tests + commands > 0) process.exitCode = 1
  results.push(
    `${name} (${today}): tests ${tests === 0 ? 'pass' : 'FAIL'}, guides, demo and samples ${commands === 0 ? 'pass' : 'FAIL'}`,
  )
}
process.stdout.write(`${results.join('\n')}\n`)
