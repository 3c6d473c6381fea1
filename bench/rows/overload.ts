import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { randomOf } from '../book/random.ts'
import { contest, medians, ratioOf, turn } from '../load/contest.ts'
import { runLoad, type Measure } from '../load/load.ts'
import type { Targets } from '../load/run.ts'
import { clients, percentile, startProbe, type Probe, type Sample } from '../load/probe.ts'
import { largest } from '../market.ts'
import { startOurs, withoutCache } from '../peers/ours.ts'
import type { Server } from '../process/server.ts'
import { atLeast, atMost, figure, type Section, type Table } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { historyTargets, type Maker } from '../targets/lists.ts'
import { writeTargets } from '../targets/write.ts'
import { idleCount, idleRow } from './idle.ts'

const steps = [4, 8, 16, 32, 64, 128]
/** The fewest connections that bring this share of the most answers are those that bring the peak: more only wait longer. */
const nearlyAll = 0.95

/** More load than the server can bear, and thousands of connections that do nothing. */
export async function overload(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('overload')
  const book = await bench.book(largest)
  const server = await startOurs(folder, book, bench.newPort(), { extra: withoutCache() })
  const make = historyTargets(countSeries(bench.drafts(largest)))
  const targets = writeTargets(join(folder, 'history.txt'), make, 13, 100_000)
  const connections = await peakOf(bench, server, targets)
  const { peak, beyond, ratio, health, pages } = await both(bench, server, {
    targets,
    make,
    connections,
  })
  const idle = await idleRow(bench, server, targets)
  await server.stop()
  const refusals = pages.filter(({ status }) => status === 503)
  return {
    title: 'More load than it can bear',
    text: `Pages of history that nobody asked for before, nothing kept. The peak is sought with ${steps.join(', ')} connections: the fewest that bring ${nearlyAll * 100} % of the most; then that many and ten times as many take turns. The load asks again at once, also where it was refused. Beside it another process asks 50 times a second for \`/health\` and as often for such pages, by ${clients} clients each, who take turns and so heed \`Retry-After: 1\`.`,
    verdicts: [
      atLeast('good answers a second at ten times the connections of the peak', 0.9, ratio),
      {
        what: 'requests without an answer',
        target: 'none',
        measured: figure(beyond.broken),
        isMet: beyond.broken === 0,
      },
      refusals.length === 0
        ? {
            what: 'a refusal (503) comes within',
            target: '≤ 10 ms',
            measured: 'none was refused',
            isMet: true,
          }
        : atMost('a refusal (503) comes within, p99', 10, percentile(refusals, 0.99), 'ms'),
      {
        what: '/health answers 200 meanwhile',
        target: 'always',
        measured: `${health.filter(({ status }) => status === 200).length} of ${health.length}`,
        isMet: health.every(({ status }) => status === 200),
      },
      atMost(`p99 with ${idleCount} idle and slow connections`, 2, idle.factor),
    ],
    tables: [loadTable({ connections, peak, beyond }), clientTable(health, pages), idle.table],
  }
}

/** How many connections bring the peak. */
async function peakOf(bench: Bench, server: Server, targets: Targets): Promise<number> {
  await runLoad(server, { targets, connections: 32 }, bench.isQuick ? 1 : 3)
  bench.say(`overload: ${steps.join(', ')} connections`)
  const contenders = steps.map((connections) => {
    return { name: `${connections}`, server, load: { targets, connections } }
  })
  // In turns: what the machine does meanwhile is not to decide where the peak is.
  const standings = await contest(bench, contenders, true)
  const most = Math.max(...standings.map(({ rate }) => rate))
  const fewest = standings.find(({ rate }) => rate >= nearlyAll * most)
  if (fewest === undefined) throw new Error('Nothing was measured.')
  return Number(fewest.name)
}

type Both = {
  readonly peak: Measure
  readonly beyond: Measure
  /** Good answers of the second to those of the first: the median of the rounds. */
  readonly ratio: number
  /** What clients saw that do not belong to the load, while it was too much. */
  readonly health: readonly Sample[]
  readonly pages: readonly Sample[]
}

/** The peak and ten times its connections, in turns: the machine is faster at one time than at another. */
async function both(
  bench: Bench,
  server: Server,
  {
    targets,
    make,
    connections,
  }: { readonly targets: Targets; readonly make: Maker; readonly connections: number },
): Promise<Both> {
  bench.say(`overload: ${connections} and ${10 * connections} connections`)
  const random = randomOf(14)
  const probes = {
    health: startProbe(server.url, () => '/health', 50),
    pages: startProbe(server.url, () => make(random), 50),
  }
  const peak: Measure[] = []
  const beyond: Measure[] = []
  const spans: { readonly since: number; readonly until: number }[] = []
  const run = (count: number): Promise<Measure> =>
    turn(bench, { name: '', server, load: { targets, connections: count } }, 2 * bench.seconds)
  for (let round = 0; round < bench.rounds; round++) {
    peak.push(await run(connections))
    const since = performance.now()
    beyond.push(await run(10 * connections))
    spans.push({ since, until: performance.now() })
  }
  for (const probe of Object.values(probes)) await probe.stop()
  // Only now: who asked at the end of a round may have been answered after it.
  const meanwhile = ({ samples }: Probe): Sample[] =>
    samples.filter(({ startedAt }) =>
      spans.some(({ since, until }) => since <= startedAt && startedAt < until),
    )
  return {
    peak: medians(peak),
    beyond: medians(beyond),
    ratio: ratioOf({ rounds: beyond }, { rounds: peak }, 'rate'),
    health: meanwhile(probes.health),
    pages: meanwhile(probes.pages),
  }
}

function loadTable({
  connections,
  peak,
  beyond,
}: Pick<Both, 'peak' | 'beyond'> & { readonly connections: number }): Table {
  const row = (count: number, { rate, refused, p50, p99 }: Measure) => [
    figure(count),
    figure(rate),
    figure(refused),
    figure(p50),
    figure(p99),
  ]
  const columns = ['connections', 'good answers/s', 'refused/s', 'p50 ms', 'p99 ms']
  const rows = [row(connections, peak), row(10 * connections, beyond)]
  return { title: 'The peak, and ten times its connections', columns, rows }
}

function clientTable(health: readonly Sample[], pages: readonly Sample[]): Table {
  const row = (what: string, samples: readonly Sample[]) => [
    what,
    figure(samples.length),
    figure(percentile(samples, 0.5)),
    figure(percentile(samples, 0.99)),
    figure(percentile(samples, 1)),
  ]
  return {
    title: 'What a client saw meanwhile, in milliseconds',
    columns: ['answer', 'how many', 'p50', 'p99', 'slowest'],
    rows: [
      row('/health', health),
      row(
        'pages, 200',
        pages.filter(({ status }) => status === 200),
      ),
      row(
        'pages, 503',
        pages.filter(({ status }) => status === 503),
      ),
    ],
  }
}
