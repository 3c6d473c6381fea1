import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { contest, type Contender } from '../load/contest.ts'
import { largest } from '../market.ts'
import { agree } from '../peers/agreement.ts'
import { startOurs, withoutCache } from '../peers/ours.ts'
import { absoluteTable, ratioTable, type Contest } from '../report/standings.ts'
import type { Section } from '../report/section.ts'
import { hasVarnish, startVarnish } from '../peers/varnish.ts'
import { countSeries } from '../targets/counts.ts'
import { deepTargets, historyTargets, summaryTargets, type Maker } from '../targets/lists.ts'
import { makeTargets, writeTargets } from '../targets/write.ts'

/** The services that somebody could have written instead, side by side. */
export async function others(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('others')
  const series = countSeries(bench.drafts(largest))
  const makers: Readonly<Record<string, Maker>> = {
    '/compare?tenure_months=12': () => '/compare?tenure_months=12',
    history: historyTargets(series),
    'changes, deep offsets': deepTargets(series),
    '/summary': summaryTargets(series),
  }
  const settings = { extra: withoutCache() }
  const ours = await startOurs(folder, await bench.book(largest), bench.newPort(), settings)
  const all = {
    'Fastify + PostgreSQL': await bench.peers.fastify(),
    'Express + SQLite': await bench.peers.express(),
    'FastAPI + PostgreSQL': await bench.peers.fastapi(),
  }
  const varnish = hasVarnish() ? await startVarnish(folder, bench.newPort(), ours) : undefined
  if (varnish === undefined) bench.say('Varnish is not installed here: its lines are left out.')
  const peers = Object.fromEntries(
    Object.entries(all).flatMap(([name, server]) => (server === undefined ? [] : [[name, server]])),
  )
  const contests: Contest[] = []
  for (const [what, make] of Object.entries(makers)) {
    await agree(ours, peers, makeTargets(make, 15, 15))
    bench.say(`others: ${what}`)
    const targets = writeTargets(join(folder, `${contests.length}.txt`), make, 16, 100_000)
    const contenders: Contender[] = Object.entries({ ours, ...peers }).map(([name, server]) => ({
      name,
      server,
      load: { targets, connections: 16 },
    }))
    if (varnish !== undefined && what.startsWith('/compare')) {
      const load = { targets, connections: 16 }
      contenders.push({ name: 'Varnish, in front of ours', server: varnish, load })
    }
    contests.push({ what, standings: await contest(bench, contenders) })
  }
  await varnish?.stop()
  await ours.stop()
  return {
    title: 'Other services',
    text: 'The same answers from services that somebody could have written instead, each on the one core together with its database, 16 connections. Ours keeps no answers here (`--cache 0`).',
    verdicts: [],
    tables: [ratioTable('Ratios', contests), absoluteTable('Absolute', contests)],
  }
}
