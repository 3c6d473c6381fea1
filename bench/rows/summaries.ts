import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { contest, type Contender } from '../load/contest.ts'
import { largest } from '../market.ts'
import { agree } from '../peers/agreement.ts'
import { startNginx } from '../peers/nginx.ts'
import { startOurs, withoutCache } from '../peers/ours.ts'
import type { Server } from '../process/server.ts'
import { absoluteTable, ratio, ratioTable, timesOf, type Contest } from '../report/standings.ts'
import { atLeast, unrivalled, type Section } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { summaryHistoryTargets, summaryTargets, type Maker } from '../targets/lists.ts'
import { makeTargets, writeTargets } from '../targets/write.ts'
import { fileMaker, filesOf } from './hot.ts'

const bound = 200
const [postgresql, nginx] = ['Fastify + PostgreSQL', 'nginx']
/** So many answers stand for all of them as files of nginx. */
const fileCount = 100
/** How many of `/summary/history` are asked in turn: they differ tenfold in size, and PostgreSQL gives some ten a second. */
const histories = 24

/** Summaries and their history, each worked out anew, against PostgreSQL. */
export async function summaries(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('summaries')
  const series = countSeries(bench.drafts(largest))
  const makers = {
    '/summary, every group': () => '/summary',
    '/summary, any filters': summaryTargets(series),
    '/summary/history': summaryHistoryTargets(series),
  }
  const book = await bench.book(largest)
  const ours = await startOurs(folder, book, bench.newPort(), { extra: withoutCache() })
  const fastify = await bench.rival()
  const contests: Contest[] = []
  for (const [what, make] of Object.entries(makers)) {
    const isHistory = what === '/summary/history'
    // Few enough that nobody is refused because of the others.
    const connections = isHistory ? 2 : 16
    bench.say(`summaries: ${what}`)
    const count = isHistory ? histories : 100_000
    const targets = writeTargets(join(folder, `${contests.length}.txt`), make, 5, count)
    const rivals: Contender[] = []
    if (fastify !== undefined) {
      await agree(ours, { [postgresql]: fastify }, makeTargets(make, 30, 6))
      const seconds = isHistory ? 3 * bench.seconds : bench.seconds
      const load = { targets, connections, seconds }
      rivals.push({ name: postgresql, server: fastify, load })
    }
    const files = isHistory ? undefined : await filesAs(bench, ours, make, what, connections)
    if (files !== undefined) rivals.push(files)
    const contenders = [{ name: 'ours', server: ours, load: { targets, connections } }, ...rivals]
    contests.push({ what, standings: await contest(bench, contenders) })
    await files?.server.stop()
  }
  await ours.stop()
  return {
    title: 'Summaries that nobody asked for before',
    text: `Random filters, terms and days, of \`/summary/history\` the same ${histories} again and again, so that all answer what is of one size. Ours keeps no answers here (\`--cache 0\`). PostgreSQL, where it takes part, groups its 5 000 offers for \`/summary\`; for \`/summary/history\` it keeps from when until when each rate stood, and works out the figures of each day on which one changed. nginx sends ${fileCount} of the answers to \`/summary\` as files${filesText(contests)}.`,
    verdicts: contests.map((one) => {
      const what = `${one.what}: answers a second, against ${postgresql}`
      return one.standings.some(({ name }) => name === postgresql)
        ? atLeast(what, bound, ratio(one, 'rate'))
        : unrivalled(bench, what, bound)
    }),
    tables: [ratioTable('Ratios', contests), absoluteTable('Absolute', contests)],
  }
}

/** nginx with answers as files. */
async function filesAs(
  bench: Bench,
  ours: Server,
  make: Maker,
  what: string,
  connections: number,
): Promise<Contender> {
  const folder = bench.newFolder(`nginx ${what}`.replaceAll(/\W+/g, '-'))
  const files = await filesOf(ours, makeTargets(make, fileCount, 2))
  const server = await startNginx(folder, bench.newPort(), files)
  const targets = writeTargets(join(folder, 'targets.txt'), fileMaker(files, 'plain'), 4, 20_000)
  return { name: nginx, server, load: { targets, connections } }
}

/** How far ahead of PostgreSQL the server is that has nothing to make. */
function filesText(contests: readonly Contest[]): string {
  const times = contests.flatMap((one) => {
    const text = timesOf(one, nginx, postgresql)
    return text === undefined ? [] : [`${text} (${one.what})`]
  })
  return times.length === 0 ? '' : `, as many a second as PostgreSQL times ${times.join(', ')}`
}
