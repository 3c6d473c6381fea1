// Answers as known at random instants, one after the other.
import { ask, failuresOf, keptConnection, percentile, type Outcome } from './client.ts'
import { figure, median, sideBySide, withTarget } from './page.ts'
import { startRatebook, type Bench } from './servers.ts'
import { createRandom, fillShape } from './targets.ts'

const paths = [
  '/rates/current?known_at={known_at}',
  '/compare?tenure_months=12&known_at={known_at}',
  '/evidence?institution_id={institution_id}&known_at={known_at}',
  '/summary?known_at={known_at}',
  '/rates/history/{institution_id}?known_at={known_at}',
  '/rates/changes?known_at={known_at}',
  '/reports/best-rates?known_at={known_at}',
  '/freshness?known_at={known_at}',
]

export async function knownAt(bench: Bench): Promise<string> {
  const count = bench.isQuick ? 40 : 1000
  const measured = await sideBySide(bench, async (book) => {
    const server = await startRatebook(bench, book)
    const random = createRandom(11)
    const agent = keptConnection()
    const costs: number[] = []
    const outcomes: Outcome[] = []
    for (let i = 0; i < count; i++) {
      const path = fillShape(paths[i % paths.length] ?? '', book.changes, random)
      await server.probe('reset')
      outcomes.push(await ask(server.url + path, agent))
      costs.push((await server.probe('read')).spent)
    }
    agent.destroy()
    await server.stop()
    const refused = outcomes.filter(({ status }) => status !== 200).length
    return [
      ['median, ms', withTarget(median(costs), '≤', 20)],
      ['p99, ms', figure(percentile(costs, 99))],
      ['worst, ms', figure(Math.max(...costs))],
      ['not answered with 200', withTarget(refused, '≤', 0)],
      ['failures', failuresOf(outcomes)],
    ]
  })
  return `Processor time of the main thread for each of ${count} requests with \`known_at\`, each at another random instant, to ${paths.length} endpoints in turn.

${measured}`
}
