import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { contest, ratioOf, type Standing } from '../load/contest.ts'
import type { Load } from '../load/load.ts'
import { bookSizes } from '../market.ts'
import { startOurs, withoutCache } from '../peers/ours.ts'
import type { Server } from '../process/server.ts'
import { atMost, figure, type Section } from '../report/section.ts'
import { countSeries, total, type SeriesCount } from '../targets/counts.ts'
import { summaryHistoryTargets, summaryTargets, type Maker } from '../targets/lists.ts'
import { writeTargets } from '../targets/write.ts'

type Kind = { readonly what: string; readonly loads: readonly Load[] }

/** What the same answers cost from books of different length. */
export async function growth(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('growth')
  const kinds: Kind[] = []
  const sizes = bookSizes.filter((size) => !bench.isQuick || size !== 100_000)
  const markets = sizes.map((size) => countSeries(bench.drafts(size)))
  for (const [what, make] of Object.entries(makers)) {
    const loads = markets.map((series, i): Load => ({
      targets: writeTargets(join(folder, `${kinds.length}-${i}.txt`), make(series), 7, 50_000),
      gzip: what.endsWith('gzip'),
      connections: 2,
    }))
    kinds.push({ what, loads })
  }
  const servers: Server[] = []
  for (const size of sizes) {
    const settings = { extra: withoutCache() }
    servers.push(await startOurs(folder, await bench.book(size), bench.newPort(), settings))
  }
  const results: { what: string; standings: readonly Standing[] }[] = []
  for (const { what, loads } of kinds) {
    bench.say(`growth: ${what}`)
    const contenders = loads.flatMap((load, i) => {
      const server = servers[i]
      return server === undefined ? [] : [{ name: figure(sizes[i] ?? 0), server, load }]
    })
    results.push({ what, standings: await contest(bench, contenders, bench.isQuick) })
  }
  await Promise.all(servers.map(({ stop }) => stop()))
  const table = (title: string, field: 'cpu' | 'rate') => ({
    title,
    columns: ['what', ...sizes.map((size) => `${figure(size)} changes`)],
    rows: results.map(({ what, standings }) => [
      what,
      ...standings.map((standing) => figure(standing[field])),
    ]),
  })
  return {
    title: 'Growth',
    text: `Answers of the same size from books of ${sizes.map(figure).join(', ')} changes, without kept answers (\`--cache 0\`); offsets go as deep as each book does.`,
    verdicts: results.map(({ what, standings }) =>
      atMost(
        `${what}: processor time, 1 000 000 changes to 10 000`,
        1.2,
        ratioOf(standings.at(-1), standings[0], 'cpu'),
      ),
    ),
    tables: [
      table('Microseconds of processor time each', 'cpu'),
      table('Answers a second', 'rate'),
    ],
  }
}

const always = (target: string) => (): Maker => () => target

/** Pages are full in every book: the shortest history has more than 120 records, the shortest book 5 000 moves. */
const makers: Readonly<Record<string, (series: readonly SeriesCount[]) => Maker>> = {
  '/compare?tenure_months=12': always('/compare?tenure_months=12'),
  '/reports/best-rates': always('/reports/best-rates'),
  '/rates/current, gzip': always('/rates/current'),
  '/rates/history, 100 records': (series) => {
    const own = Map.groupBy(series, ({ institutionId }) => institutionId)
    const counts = [...own].map(([id, all]) => ({ id, count: total(all, (one) => one.records) }))
    return (random) => {
      const { id, count } = random.one(counts)
      return `/rates/history/${id}?limit=100&offset=${random.below(count - 100)}`
    }
  },
  '/rates/changes, 200 records': (series) => {
    const count = total(series, ({ ups, downs }) => ups + downs)
    return (random) => `/rates/changes?limit=200&offset=${random.below(count - 200)}`
  },
  '/summary': summaryTargets,
  '/summary/history': summaryHistoryTargets,
}
