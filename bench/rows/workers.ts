import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { contest, median } from '../load/contest.ts'
import { largest } from '../market.ts'
import { hasOption, startOurs } from '../peers/ours.ts'
import { loadCore, serverCore } from '../process/server.ts'
import { secondsOfEach } from '../process/usage.ts'
import { absoluteTable, ratio, type Contest } from '../report/standings.ts'
import { atMost, skipped, type Section, type Verdict } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { historyTargets } from '../targets/lists.ts'
import { writeTargets } from '../targets/write.ts'

const text =
  'One worker and two, free to use both cores: what an answer costs, not how many there are. One of the two workers shares its core with the load, which one worker alone does not have to: so one that has to is asked as well, and two are compared with the mean of both, which is what they would cost if they cost each other nothing. 32 connections.'

/** Two processes on one port: what each answer costs, and that both answer. */
export async function workers(bench: Bench): Promise<Section> {
  const title = 'Two workers'
  if (!hasOption('--workers')) {
    const verdict = skipped('processor time each', '≤ 1.15 ×', 'serve has no --workers')
    return { title, text, verdicts: [verdict], tables: [] }
  }
  const folder = bench.newFolder('workers')
  const book = await bench.book(largest)
  const cores = `${serverCore},${loadCore}`
  const extra = ['--workers', '2']
  const [one, beside, two] = await Promise.all([
    startOurs(folder, book, bench.newPort(), { cores }),
    startOurs(folder, book, bench.newPort(), { cores: loadCore }),
    startOurs(folder, book, bench.newPort(), { extra, cores }),
  ])
  const make = historyTargets(countSeries(bench.drafts(largest)))
  const kinds = {
    '/compare?tenure_months=12': { one: '/compare?tenure_months=12' },
    'history, never asked before': writeTargets(join(folder, 'history.txt'), make, 12, 100_000),
  }
  const before = secondsOfEach(two.pids)
  const contests: Contest[] = []
  for (const [what, targets] of Object.entries(kinds)) {
    bench.say(`workers: ${what}`)
    const load = { targets, connections: 32 }
    const standings = await contest(bench, [
      { name: 'two workers', server: two, load },
      { name: 'one', server: one, load },
      { name: 'one, beside the load', server: beside, load },
    ])
    contests.push({ what, standings })
  }
  const shares = bothAnswered(before, secondsOfEach(two.pids))
  await Promise.all([one, beside, two].map((server) => server.stop()))
  const verdicts = contests.flatMap((one) => [
    atMost(`${one.what}: processor time each`, 1.15, ratio(one, 'cpu')),
    atMost(`${one.what}: the same, to one that is as often beside the load`, 1.15, toBoth(one)),
  ])
  const tables = [absoluteTable('Absolute', contests)]
  return { title, text, verdicts: [...verdicts, shares], tables }
}

/** The processor time of two workers to the mean of those of one alone and of one beside the load. */
function toBoth({ standings }: Contest): number {
  const [two, one, beside] = standings.map(({ rounds }) => rounds.map(({ cpu }) => cpu))
  const ratios = two?.map(
    (cpu, i) => (2 * cpu) / ((one?.[i] ?? Number.NaN) + (beside?.[i] ?? Number.NaN)),
  )
  return median(ratios ?? [])
}

/** Both answered if two processes took at least a fifth of the time each. */
function bothAnswered(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): Verdict {
  const spent = [...after].map(([pid, seconds]) => seconds - (before.get(pid) ?? 0))
  const all = spent.reduce((sum, seconds) => sum + seconds, 0)
  const shares = spent
    .map((seconds) => seconds / all)
    .filter((share) => share >= 0.2)
    .toSorted((a, b) => b - a)
  const measured = shares.map((share) => `${Math.round(share * 100)} %`).join(' and ')
  const what = 'both answer: their shares of the time'
  return { what, target: 'two of ≥ 20 %', measured, isMet: shares.length === 2 }
}
