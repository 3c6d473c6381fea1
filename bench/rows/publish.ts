import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { randomOf } from '../book/random.ts'
import { median } from '../load/contest.ts'
import { percentile, startProbe, type Sample } from '../load/probe.ts'
import { largest } from '../market.ts'
import { launcher, startOurs } from '../peers/ours.ts'
import { timed, type Timed } from '../process/command.ts'
import { atMost, figure, type Section } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { historyTargets } from '../targets/lists.ts'
import { sheetWriter } from '../targets/sheet.ts'

const perSecond = 200

/** One more sheet of 100 offers: what it costs, when it is seen, and what others notice of it. */
export async function publish(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('publish')
  const book = join(folder, 'book.db')
  copyFileSync(await bench.book(largest), book)
  const next = sheetWriter(folder)
  const times = bench.isQuick ? 3 : 3 * bench.rounds
  await run(['publish', next(), '--database', book])
  bench.say('publish: work')
  const works: Timed[] = []
  const starts: Timed[] = []
  for (let i = 0; i < times; i++) {
    works.push(await run(['publish', next(), '--database', book]))
    starts.push(await timed(process.execPath, ['--eval', '0']))
  }
  bench.say('publish: until it is seen, and what others notice')
  const server = await startOurs(folder, book, bench.newPort())
  const make = historyTargets(countSeries(bench.drafts(largest)))
  const random = randomOf(10)
  const probe = startProbe(server.url, () => make(random), perSecond)
  await sleep(2000)
  const quietSince = performance.now()
  await sleep(times * 1000)
  const quiet = since(probe.samples, quietSince)
  const begin = performance.now()
  const seen: number[] = []
  for (let i = 0; i < times; i++) {
    const position = probe.samples.at(-1)?.position ?? 0
    const { endedAt } = await run(['publish', next(), '--database', book], true)
    seen.push(await untilSeen(probe.samples, position, endedAt))
    await sleep(700)
  }
  const busy = since(probe.samples, begin)
  await probe.stop()
  await server.stop()
  const wall = medianOf(works, 'milliseconds') - medianOf(starts, 'milliseconds')
  const processor = medianOf(works, 'processor') - medianOf(starts, 'processor')
  const line = (what: string, samples: readonly Sample[]) => [
    what,
    figure(percentile(samples, 0.5)),
    figure(percentile(samples, 0.99)),
    figure(percentile(samples, 1)),
  ]
  return {
    title: 'Publishing',
    text: `A complete sheet of 100 offers that the institution had before, all of which change, into the book of 1 000 000 changes, ${times} times. Work is \`ratebook publish SHEET\` less \`node --eval 0\`, which is what it takes to start Node. Others are ${perSecond} never asked pages of history a second; the publisher shares their core, behind them.`,
    verdicts: [
      atMost('work beside starting Node', 50, wall, 'ms'),
      atMost('visible after the command has ended', 1000, median(seen), 'ms'),
      atMost('slowest answer meanwhile', 20, percentile(busy, 1), 'ms'),
    ],
    tables: [
      {
        title: 'The command, in milliseconds',
        columns: ['command', 'time', 'processor time'],
        rows: [
          [
            'publish',
            figure(medianOf(works, 'milliseconds')),
            figure(medianOf(works, 'processor')),
          ],
          [
            'node --eval 0',
            figure(medianOf(starts, 'milliseconds')),
            figure(medianOf(starts, 'processor')),
          ],
          ['difference', figure(wall), figure(processor)],
        ],
      },
      {
        title: 'Answers of the server, in milliseconds',
        columns: ['when', 'p50', 'p99', 'slowest'],
        rows: [line('nothing is published', quiet), line('while sheets are published', busy)],
      },
    ],
  }
}

function run(args: readonly string[], isBehind = false): Promise<Timed> {
  return timed(process.execPath, [launcher, ...args], isBehind)
}

async function untilSeen(
  samples: readonly Sample[],
  position: number,
  endedAt: number,
): Promise<number> {
  for (let tries = 0; tries < 2000; tries++) {
    const first = samples.findLast((sample) => sample.position > position)
    if (first !== undefined) {
      const earliest = samples.find((sample) => sample.position > position) ?? first
      return Math.max(0, earliest.startedAt + earliest.latency - endedAt)
    }
    await sleep(5)
  }
  return Number.POSITIVE_INFINITY
}

const since = (samples: readonly Sample[], at: number) =>
  samples.filter(({ startedAt }) => startedAt >= at)

const medianOf = (runs: readonly Timed[], field: 'milliseconds' | 'processor') =>
  median(runs.map((one) => one[field]))
