import type { Bench } from '../bench.ts'
import { contest } from '../load/contest.ts'
import { largest } from '../market.ts'
import { startNginx } from '../peers/nginx.ts'
import { startOurs } from '../peers/ours.ts'
import { absoluteTable, ratio, ratioTable, type Contest } from '../report/standings.ts'
import { atLeast, type Section } from '../report/section.ts'
import { filesOf, pathOf } from './hot.ts'

/** All current offers, compressed, against nginx sending the same bytes. */
export async function offers(bench: Bench): Promise<Section> {
  const folder = bench.newFolder('offers')
  const ours = await startOurs(folder, await bench.book(largest), bench.newPort())
  const target = '/rates/current'
  const files = await filesOf(ours, [target])
  const nginx = await startNginx(folder, bench.newPort(), files)
  const contests: Contest[] = []
  for (const gzip of [true, false]) {
    const what = `${target}${gzip ? ', gzip' : ''}`
    bench.say(`offers: ${what}`)
    const load = (one: string) => ({ targets: { one }, gzip })
    const path = pathOf(files, gzip ? 'static' : 'plain', 0)
    const standings = await contest(bench, [
      { name: 'ours', server: ours, load: load(target) },
      { name: 'nginx', server: nginx, load: load(path) },
    ])
    contests.push({ what, standings })
  }
  await Promise.all([nginx.stop(), ours.stop()])
  const [compressed] = contests
  return {
    title: 'All current offers',
    text: 'About 5 000 offers in one answer.',
    verdicts:
      compressed === undefined
        ? []
        : [atLeast('/rates/current, gzip: against nginx', 0.9, ratio(compressed, 'rate'))],
    tables: [ratioTable('Ratios', contests), absoluteTable('Absolute', contests)],
  }
}
