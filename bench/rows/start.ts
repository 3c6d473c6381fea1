import { join } from 'node:path'
import type { Bench } from '../bench.ts'
import { median } from '../load/contest.ts'
import { runLoad } from '../load/load.ts'
import { largest } from '../market.ts'
import { startOurs } from '../peers/ours.ts'
import { memoryOf } from '../process/usage.ts'
import { atMost, figure, type Section } from '../report/section.ts'
import { countSeries } from '../targets/counts.ts'
import { changesTargets, historyTargets } from '../targets/lists.ts'
import { writeTargets } from '../targets/write.ts'

/** From start to first answer, and memory: then, and after so many different answers. */
export async function start(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('start')
  const book = await bench.book(largest)
  const series = countSeries(bench.drafts(largest))
  const count = bench.isQuick ? 100_000 : 300_000
  const history = writeTargets(join(folder, 'history.txt'), historyTargets(series), 8, count)
  const changes = writeTargets(join(folder, 'changes.txt'), changesTargets(series), 9, count)
  bench.say('start: from start to first answer')
  const times: number[] = []
  for (let i = 0; i < (bench.isQuick ? 1 : 5); i++) {
    const server = await startOurs(folder, book, bench.newPort())
    times.push(server.startedIn / 1000)
    await server.stop()
  }
  bench.say('start: memory')
  const server = await startOurs(folder, book, bench.newPort())
  const steps: [string, number][] = [['after the start', memoryOf(server.pids).now]]
  let asked = 0
  // The first round fills what is bounded; after it nothing may grow.
  for (let round = 0; round < 3; round++) {
    // Memory goes up and down with every collection: one look at the end would be a look at a chance moment.
    const seen: number[] = []
    const look = setInterval(() => seen.push(memoryOf(server.pids).now), 250)
    for (const load of [
      { targets: history, gzip: false },
      { targets: changes, gzip: true },
    ]) {
      const seconds = bench.isQuick ? 1 : 3 * bench.seconds
      const { requests } = await runLoad(server, { ...load, connections: 16 }, seconds, asked)
      asked += requests
    }
    clearInterval(look)
    steps.push([`median up to ${figure(asked)} answers`, median(seen)])
  }
  const { peak } = memoryOf(server.pids)
  steps.push(['at its most', peak])
  await server.stop()
  const megabytes = (bytes: number) => bytes / 1_048_576
  const grown = (steps[3]?.[1] ?? 0) / (steps[2]?.[1] ?? 1)
  return {
    title: 'Start and memory',
    text: 'A book of 1 000 000 changes; resident memory of the server process, and pages of history and (compressed) of changes that nobody asked for before.',
    verdicts: [
      atMost('from start to first answer', 2, median(times), 's'),
      atMost('memory after the start', 400, megabytes(steps[0]?.[1] ?? 0), 'MB'),
      atMost('memory at its most', 400, megabytes(peak), 'MB'),
      atMost('memory in the last third of the answers, to that before', 1.1, grown),
    ],
    tables: [
      {
        title: 'Memory',
        columns: ['when', 'MB'],
        rows: steps.map(([when, bytes]) => [when, figure(megabytes(bytes))]),
      },
    ],
  }
}
