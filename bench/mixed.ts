// An hour of ordinary use: a mixed load, with clients that replay all events now and then.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ask,
  askEvery,
  failuresOf,
  keptConnection,
  percentile,
  post,
  replay,
  timesOf,
  type Outcome,
} from './client.ts'
import { figure, table, withTarget } from './page.ts'
import { residentMegabytes, startRatebook, type Bench } from './servers.ts'
import { createRandom, fillShape } from './targets.ts'

const requestsASecond = 15

/** The requests of visitors, assistants and programs. Cited addresses have `known_at`. */
const paths = [
  '/rates/current?deposit={deposit}',
  '/rates/current?institution_id={institution_id}&known_at={known_at}',
  '/compare?tenure_months=12',
  '/compare?tenure_months={tenure_months}&known_at={known_at}',
  '/rates/history/{institution_id}?offset={offset}',
  '/rates/history/{institution_id}?readings=true&known_at={known_at}',
  '/rates/changes?offset={offset}&details=true',
  '/rates/changes.atom?institution_id={institution_id}',
  '/rates/changes.csv?since={since}&until={until}',
  '/summary',
  '/summary/history?tenure_months=12&since={since}&until={until}',
  '/reports/best-rates?deposit={deposit}',
  '/freshness',
  '/evidence?institution_id={institution_id}',
  '/evidence/{id}',
  '/events?after={after}',
  '/institutions',
  '/docs',
  '/openapi.json',
  '/',
]
const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'compare_offers', arguments: { tenure_months: '12' } },
}

export async function mixed(bench: Bench): Promise<string> {
  const [book] = bench.books
  if (book === undefined) throw new Error('There is no book.')
  const server = await startRatebook(bench, book)
  const random = createRandom(17)
  const agents = Array.from({ length: 10 }, keptConnection)
  const send = () => {
    const i = random(paths.length + 1)
    const agent = agents[random(agents.length)]
    const path = paths[i]
    if (path === undefined) return post(`${server.url}/mcp`, call, agent)
    return ask(server.url + fillShape(path, book.changes, random), agent)
  }
  const minutes = bench.mixedMinutes
  const startedAt = performance.now()
  const until = startedAt + minutes * 60_000
  const megabytes: number[] = []
  const sampleMemory = async () => {
    for (; performance.now() < until; await sleep(5000)) megabytes.push(residentMegabytes(server))
  }
  const replays: Outcome[] = []
  const replayNowAndThen = async () => {
    for (; performance.now() < until; await sleep(random(20_000)))
      replays.push(await replay(`${server.url}/events.sse?after=0`))
  }
  await server.probe('reset')
  const [outcomes] = await Promise.all([
    askEvery(1000 / requestsASecond, until, send),
    sampleMemory(),
    replayNowAndThen(),
  ])
  const { p99, max, spent } = await server.probe('read')
  for (const agent of agents) agent.destroy()
  // The memory of a moment depends on the garbage collector, so each figure is the median of half a minute.
  const after = (index: number) => percentile(megabytes.slice(index, index + 6), 50)
  const [early, late] = [after(Math.min(12, megabytes.length - 6)), after(megabytes.length - 6)]
  const rows = [
    ['delay of the event loop, p99, ms', withTarget(p99, '≤', 50)],
    ['delay of the event loop, worst, ms', figure(max)],
    ['answer, median, ms', figure(percentile(timesOf(outcomes), 50))],
    ['answer, p99, ms', withTarget(percentile(timesOf(outcomes), 99), '≤', 300)],
    ['requests', failuresOf(outcomes)],
    ['replays of all events', failuresOf(replays)],
    ['memory after a minute, MB', figure(early)],
    ['memory at the end, MB', withTarget(late, '≤', 500)],
    ['memory at the end ÷ after a minute', withTarget(late / early, '≤', 1.3)],
    ['largest memory, MB', figure(Math.max(...megabytes))],
    ['main thread busy, %', figure(spent / (minutes * 600))],
  ]
  return `${requestsASecond} requests a second for ${minutes} minutes to a book of ${book.changes} changes: current and past rates, pages, history, changes, comparisons, summaries, feeds, receipts, documents, and a tool of \`/mcp\`. A client that replays all events comes every ten seconds on average.

${table(['mixed load', 'measured'], rows)}`
}
