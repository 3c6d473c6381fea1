// Runs the tests on other days: all of `npm test` in 200 days, and all but the tests in a browser on five more days. libfaketime
// shifts the clock of Node, PostgreSQL and Python alike; a module that shifts `Date` would reach Node only.
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
  (name) => `test/long/${name}.test.ts`,
)
const node = 'node --test --test-timeout=600000'
const guidesToo = `FAULT_ROUNDS=1 ${node} --test-concurrency=1 ${guides.join(' ')}`
const most = [
  'npm run -s build:needed',
  `(npm run -s test:processes && npm run -s test:rounds && ${node} --test-isolation=none ${withoutBrowser.join(' ')} && ${guidesToo}) &`,
  'npm run -s test:shared && npm run -s test:own; others=$?; wait $! && exit $others',
].join('\n')

/** Runs a shell script with a shifted clock, and returns its exit code. */
async function runAt(shift: number, script: string): Promise<number | null> {
  const env = {
    ...process.env,
    LD_PRELOAD: library,
    FAKETIME: `+${Math.round(shift / second)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const child = spawn('sh', ['-c', script], { env, stdio: 'inherit' })
  await once(child, 'exit')
  return child.exitCode
}

const results: string[] = []
for (const [name, shift] of Object.entries(shifts)) {
  if (!name.includes(process.argv[2] ?? '')) continue
  const code = await runAt(shift, name === '+200 days' ? `npm test && ${guidesToo}` : most)
  if (code !== 0) process.exitCode = 1
  const today = new Date(now + shift).toISOString().slice(0, 10)
  results.push(`${name} (${today}): ${code === 0 ? 'pass' : `exit code ${code}`}`)
}
process.stdout.write(`${results.join('\n')}\n`)
