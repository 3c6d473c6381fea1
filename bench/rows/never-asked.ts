import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { contest, type Contender } from '../load/contest.ts'
import { largest } from '../market.ts'
import { agree } from '../peers/agreement.ts'
import { startNginx, type Way } from '../peers/nginx.ts'
import { startOurs } from '../peers/ours.ts'
import { absoluteTable, ratio, ratioTable, timesOf, type Contest } from '../report/standings.ts'
import { atLeast, unrivalled, type Section } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { changesTargets, deepTargets, historyTargets } from '../targets/lists.ts'
import { makeTargets, writeTargets } from '../targets/write.ts'
import { fileMaker, filesOf } from './hot.ts'

/** Few enough that nobody is refused because of the others. */
const connections = 16
const postgresql = 'Fastify + PostgreSQL'
const [asItGoes, beforehand] = ['nginx, compressing', 'nginx, compressed beforehand']

/** Pages of history and changes that nobody asked for before, against files of the same sizes and PostgreSQL. */
export async function neverAsked(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('never-asked')
  // So many answers stand for all of them as files of nginx.
  const fileCount = bench.isQuick ? 100 : 500
  const series = countSeries(bench.drafts(largest))
  const makers = {
    history: historyTargets(series),
    changes: changesTargets(series),
    'changes, deep offsets': deepTargets(series),
  }
  const ours = await startOurs(folder, await bench.book(largest), bench.newPort())
  const fastify = await bench.rival()
  if (fastify !== undefined) {
    const checked = Object.values(makers).flatMap((make) => makeTargets(make, 40, 1))
    await agree(ours, { [postgresql]: fastify }, checked)
  }
  const contests: Contest[] = []
  for (const [what, make] of Object.entries(makers)) {
    const files = await filesOf(ours, makeTargets(make, fileCount, 2))
    const nginx = await startNginx(
      bench.newFolder(`nginx ${what}`.replaceAll(/\W+/g, '-')),
      bench.newPort(),
      files,
    )
    const targets = writeTargets(
      join(folder, `${what}.txt`),
      make,
      3,
      bench.isQuick ? 50_000 : 300_000,
    )
    const fileTargets = (way: Way) =>
      writeTargets(join(folder, `${what}-${way}.txt`), fileMaker(files, way), 4, 20_000)
    // Deep offsets are there for PostgreSQL, which sends what it has as it is.
    for (const gzip of what === 'changes, deep offsets' ? [false] : [false, true]) {
      bench.say(`never asked before: ${what}${gzip ? ', gzip' : ''}`)
      const way = gzip ? 'compressed' : 'plain'
      const contenders: Contender[] = [
        { name: 'ours', server: ours, load: { targets, gzip, connections } },
        {
          name: gzip ? asItGoes : 'nginx',
          server: nginx,
          load: { targets: fileTargets(way), gzip, connections },
        },
      ]
      if (gzip) {
        // What no server that compresses can be ahead of.
        const load = { targets: fileTargets('static'), gzip, connections }
        contenders.push({ name: beforehand, server: nginx, load })
      }
      if (fastify !== undefined && !gzip) {
        const load = { targets, connections }
        contenders.push({ name: postgresql, server: fastify, load })
      }
      contests.push({
        what: `${what}${gzip ? ', gzip' : ''}`,
        standings: await contest(bench, contenders),
      })
    }
    await nginx.stop()
  }
  await ours.stop()
  return {
    title: 'Answers that nobody asked for before',
    text: `Random institutions, filters, limits (1 to 400, at deep offsets 200) and offsets in the book of 1 000 000 changes: up to 300 000 targets, asked in their order, so that none comes back while it could still be kept; ${connections} connections. nginx sends ${fileCount} files that are answers of the same kind, in random order; compressed, it compresses them as it goes (level 1), and for comparison sends what was compressed beforehand, in the bytes of ours, which nobody can do with answers that nobody asked for before: ${bestOf(contests)}.`,
    verdicts: verdictsOf(bench, contests),
    tables: [ratioTable('Ratios', contests), absoluteTable('Absolute', contests)],
  }
}

/** How far ahead of nginx that compresses the one is that has nothing to compress. */
function bestOf(contests: readonly Contest[]): string {
  return contests
    .filter(({ what }) => what.endsWith('gzip'))
    .map((one) => {
      const times = timesOf(one, beforehand, asItGoes)
      return `of ${one.what.replace(', gzip', '')} that is ${times} times as many a second`
    })
    .join(', ')
}

function verdictsOf(bench: Bench, contests: readonly Contest[]): Section['verdicts'] {
  const bounds = { history: 25, 'changes, deep offsets': 400 } as Readonly<Record<string, number>>
  return contests.flatMap((one) => {
    const bound = one.what.endsWith('gzip') ? 5 : 0.5
    const against = one.standings[1]?.name ?? ''
    const verdicts = [
      atLeast(`${one.what}: answers a second, against ${against}`, bound, ratio(one, 'rate')),
    ]
    const other = bounds[one.what]
    if (other !== undefined) {
      const what = `${one.what}: against ${postgresql}`
      const place = one.standings.findIndex(({ name }) => name === postgresql)
      verdicts.push(
        place > 0
          ? atLeast(what, other, ratio(one, 'rate', place))
          : unrivalled(bench, what, other),
      )
    }
    return verdicts
  })
}
