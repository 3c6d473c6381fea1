import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Bench } from '../bench.ts'
import { randomOf } from '../book/random.ts'
import { contest, type Standing } from '../load/contest.ts'
import { runLoad, type Measure } from '../load/load.ts'
import { percentile, startProbe, type Sample } from '../load/probe.ts'
import { largest } from '../market.ts'
import { startOurs, withoutCache } from '../peers/ours.ts'
import { endWithUs, stop, type Server } from '../process/server.ts'
import { atLeast, atMost, figure, type Section, type Table } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { historyTargets } from '../targets/lists.ts'
import { writeTargets } from '../targets/write.ts'

const steps = [4, 8, 16, 32, 64, 128]
/** The fewest connections that bring this share of the most answers are those that bring the peak: more only wait longer. */
const nearlyAll = 0.95
const idleCount = 5000

/** More load than the server can bear, and thousands of connections that do nothing. */
export async function overload(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('overload')
  const book = await bench.book(largest)
  const server = await startOurs(folder, book, bench.newPort(), { extra: withoutCache() })
  const make = historyTargets(countSeries(bench.drafts(largest)))
  const targets = writeTargets(join(folder, 'history.txt'), make, 13, 100_000)
  const peak = await peakOf(bench, server, targets)
  const connections = 10 * peak.connections
  bench.say(`overload: ${connections} connections`)
  const random = randomOf(14)
  const underWay = runLoad(server, { targets, connections }, 3 * bench.seconds)
  const healthProbe = startProbe(server.url, () => '/health', 50)
  const pageProbe = startProbe(server.url, () => make(random), 50)
  const beyond = await underWay
  await Promise.all([healthProbe.stop(), pageProbe.stop()])
  const idle = await idleRow(bench, server, targets)
  await server.stop()
  const refusals = pageProbe.samples.filter(({ status }) => status === 503)
  const health = healthProbe.samples
  return {
    title: 'More load than it can bear',
    text: `Pages of history that nobody asked for before, nothing kept. The peak is sought with ${steps.join(', ')} connections: the fewest that bring ${nearlyAll * 100} % of the most; then ten times as many. Beside them two clients of another process ask 50 times a second, one for \`/health\` and one for such pages.`,
    verdicts: [
      atLeast(
        'good answers a second at ten times the connections of the peak',
        0.9,
        beyond.rate / peak.measure.rate,
      ),
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
    tables: [
      loadTable(peak, connections, beyond),
      clientTable(health, pageProbe.samples),
      idle.table,
    ],
  }
}

type Peak = { readonly connections: number; readonly measure: Measure }

async function peakOf(bench: Bench, server: Server, targets: { file: string }): Promise<Peak> {
  await runLoad(server, { targets, connections: 32 }, bench.isQuick ? 1 : 3)
  bench.say(`overload: ${steps.join(', ')} connections`)
  const contenders = steps.map((connections) => {
    return { name: `${connections}`, server, load: { targets, connections } }
  })
  // In turns: what the machine does meanwhile is not to decide where the peak is.
  const standings = await contest(bench, contenders, true)
  const found = standings.map((measure): Peak => ({ connections: Number(measure.name), measure }))
  const most = Math.max(...found.map(({ measure }) => measure.rate))
  const fewest = found.find(({ measure }) => measure.rate >= nearlyAll * most)
  if (fewest === undefined) throw new Error('Nothing was measured.')
  return fewest
}

async function idleRow(
  bench: Bench,
  server: Server,
  targets: { file: string },
): Promise<{ readonly factor: number; readonly table: Table }> {
  bench.say(`overload: ${idleCount} idle and slow connections`)
  const load = { targets, connections: 16 }
  const run = async (name: string): Promise<Standing | undefined> =>
    (await contest(bench, [{ name, server, load }], true))[0]
  const without = await run('without them')
  const { hostname, port } = new URL(server.url)
  const script = fileURLToPath(new URL('../load/idle.ts', import.meta.url))
  const child = spawn(process.execPath, [script, hostname, port, `${idleCount}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  const [ready] = (await once(child.stdout, 'data')) as [Buffer]
  const standing = ready.toString().trim().replace('ready ', '')
  const beside = await run(`beside ${standing} of them`)
  await stop(child)
  const rows = [without, beside].map((one) => [
    one?.name ?? '',
    figure(one?.rate ?? Number.NaN),
    figure(one?.p50 ?? Number.NaN),
    figure(one?.p99 ?? Number.NaN),
  ])
  const columns = ['when', 'answers/s', 'p50 ms', 'p99 ms']
  return {
    factor: (beside?.p99 ?? Number.NaN) / (without?.p99 ?? Number.NaN),
    table: { title: 'Idle and slow connections, 16 others', columns, rows },
  }
}

function loadTable(peak: Peak, connections: number, beyond: Measure): Table {
  const row = (count: number, { rate, refused, p50, p99 }: Measure) => [
    figure(count),
    figure(rate),
    figure(refused),
    figure(p50),
    figure(p99),
  ]
  const columns = ['connections', 'good answers/s', 'refused/s', 'p50 ms', 'p99 ms']
  const rows = [row(peak.connections, peak.measure), row(connections, beyond)]
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
