// Other clients while one group of clients sends expensive requests, is large, or reads all events. Nobody has a rate limit.
import { mostExpensiveOf } from './expensive.ts'
import {
  ask,
  askEvery,
  askInLoop,
  failuresOf,
  percentile,
  replay,
  timesOf,
  type Outcome,
} from './client.ts'
import { figure, sideBySide, withTarget } from './page.ts'
import { startRatebook, type Bench, type BenchBook, type BenchServer } from './servers.ts'
import { createRandom, fillShape } from './targets.ts'

/** Sends the requests of the other clients until an instant. */
type Load = (url: string, nextPath: () => string, until: number) => Promise<Outcome[]>

/** Several clients on kept connections, each of which sends its next request after each answer. */
const clients =
  (count: number): Load =>
  async (url, nextPath, until) => {
    const loops = Array.from({ length: count }, () => askInLoop(() => url + nextPath(), until))
    return (await Promise.all(loops)).flat()
  }

/** Five clients that read all events again and again. */
const replays: Load = async (url, _, until) => {
  const loops = Array.from({ length: 5 }, async () => {
    const outcomes: Outcome[] = []
    while (performance.now() < until) outcomes.push(await replay(`${url}/events.sse?after=0`))
    return outcomes
  })
  return (await Promise.all(loops)).flat()
}

const ordinaryPages = [
  '/rates/history/{institution_id}?offset={offset}',
  '/rates/changes?offset={offset}',
  '/rates/current?deposit={deposit}',
  '/summary?tenure_months={tenure_months}',
]

export async function neighbour(bench: Bench): Promise<string> {
  const measured = await sideBySide(bench, async (book) => {
    const mostExpensive = [
      ...(await mostExpensiveOf(bench, book)),
      '/rates/current?known_at={known_at}',
    ]
    return [
      ...(await whileClients(bench, book, '20 expensive clients', clients(20), mostExpensive)),
      ...(await whileClients(bench, book, '100 kept connections', clients(100), ordinaryPages)),
      ...(await whileClients(bench, book, '5 replays of all events', replays, [])),
    ]
  })
  return `The wait of another client, in milliseconds, while clients without a rate limit send what costs most: the ten most expensive requests and \`known_at\` at random instants on 20 kept connections; ordinary pages that were not asked before on 100; and all events, again and again. The other client asks \`/health\` on 20 new connections a second, and a hot \`/compare\` on a kept one.

${measured}`
}

/** The waits of another client beside some load. */
async function whileClients(
  bench: Bench,
  book: BenchBook,
  name: string,
  load: Load,
  paths: readonly string[],
): Promise<string[][]> {
  const server = await startRatebook(bench, book)
  try {
    return await waits(server, bench.isQuick ? 10 : 20, book.changes, name, load, paths)
  } finally {
    await server.stop()
  }
}

async function waits(
  { url }: BenchServer,
  seconds: number,
  changes: number,
  name: string,
  load: Load,
  paths: readonly string[],
): Promise<string[][]> {
  const random = createRandom(13)
  const nextPath = () => fillShape(paths[random(paths.length)] ?? '', changes, random)
  const until = performance.now() + seconds * 1000
  const [loaded, healths, compares] = await Promise.all([
    load(url, nextPath, until),
    askEvery(50, until, () => ask(`${url}/health`)),
    askInLoop(() => `${url}/compare?tenure_months=12`, until, 50),
  ])
  const rowsOf = (who: string, outcomes: readonly Outcome[]) => [
    [`${name}: ${who}, median`, figure(percentile(timesOf(outcomes), 50))],
    [`${name}: ${who}, p99`, withTarget(percentile(timesOf(outcomes), 99), '≤', 200)],
    [`${name}: ${who}, failed`, failuresOf(outcomes)],
  ]
  return [
    ...rowsOf('/health', healths),
    ...rowsOf('/compare', compares),
    [`${name}: their requests`, failuresOf(loaded)],
  ]
}
