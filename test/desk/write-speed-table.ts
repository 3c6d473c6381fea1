import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { bringBrowser } from '../page/browser.ts'
import { startServer, until } from '../support/cli.ts'
import { filledTables } from '../support/fill-tables.ts'
import { startDesk } from './support/desk-server.ts'
import { approve, fullQueue, isPublished } from './support/full-queue.ts'

// Writes the table of `docs/review.md`. Run it on a machine that does nothing else.

const [warmUps, rounds] = [5, 21]

/** The milliseconds of each round after the warm-up, rising. */
async function timesOf(work: (round: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const began = performance.now()
    await work(round)
    times.push(performance.now() - began)
  }
  return times.slice(warmUps).toSorted((a, b) => a - b)
}

function row(what: string, limit: number, times: readonly number[]): string {
  const [median, slowest] = [times[(rounds - 1) / 2], times.at(-1)].map((one = 0) =>
    Math.round(one),
  )
  return `| ${what} | ${median} | ${slowest} | ${limit} |`
}

const desk = await startDesk(fullQueue)
const browser = await chromium.launch({ executablePath: bringBrowser(), chromiumSandbox: false })
const closers: (() => unknown)[] = [desk.close, () => browser.close()]
try {
  const page = await browser.newPage()
  const visits = await timesOf(() => page.goto(desk.address, { waitUntil: 'load' }))
  const api = await startServer({ after: (close) => closers.unshift(close as () => unknown) }, [
    '--database',
    desk.book,
  ])
  const decisions = await timesOf(async (round) => {
    await approve(desk, `bank-${round}`)
    await until(() => isPublished(api.address, `bank-${round}`))
  })
  const table = [
    '| milliseconds | median | slowest | limit |',
    '|---|---:|---:|---:|',
    row('the browser loads the queue of 200 held sheets', 300, visits),
    row('from an approval to the rate on the public API', 2_000, decisions),
  ].join('\n')
  process.stdout.write(`${table}\n`)
  const file = fileURLToPath(new URL('../../docs/review.md', import.meta.url))
  writeFileSync(file, filledTables(readFileSync(file, 'utf8'), { speed: table }))
} finally {
  for (const close of closers) await close()
}
