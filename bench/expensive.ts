// The most expensive requests. Every endpoint is asked with its documented and extreme parameters, of which hardly any two are the same
// and none is answered from the response cache. The most expensive shapes are then asked more often, also for their longest stretch.
import { ask, keptConnection, percentile } from './client.ts'
import { figure, median, sideBySide, table, withTarget } from './page.ts'
import { startRatebook, type Bench, type BenchBook } from './servers.ts'
import { createRandom, fillShape, shapes } from './targets.ts'

type Measured = { readonly shape: string; readonly costs: number[]; longest: number }

/** Finds the most expensive requests of a book, the most expensive first, and keeps their shapes for other measurements. */
async function findMostExpensive(bench: Bench, book: BenchBook) {
  const server = await startRatebook(bench, book, '--cache', '0')
  const random = createRandom(7)
  const agent = keptConnection()
  const failed = new Map<number, string>()
  const askOnce = async (request: Measured, message: 'reset' | 'watch') => {
    const path = fillShape(request.shape, book.changes, random)
    await server.probe(message)
    const { status } = await ask(server.url + path, agent)
    const { spent, longest } = await server.probe('read')
    // A book without a signing key has no checkpoint.
    if (status !== 200 && status !== 404) failed.set(status, path)
    if (message === 'reset') request.costs.push(spent)
    else request.longest = Math.max(request.longest, longest)
  }
  const all = shapes(random, bench.isQuick ? 5 : 40).map((shape): Measured => {
    return { shape, costs: [], longest: 0 }
  })
  for (const request of all) await askOnce(request, 'reset')
  const mostExpensive = all.toSorted(byCost).slice(0, bench.isQuick ? 20 : 40)
  for (const request of mostExpensive) {
    for (let i = 0; i < (bench.isQuick ? 3 : 10); i++) await askOnce(request, 'reset')
    for (let i = 0; i < (bench.isQuick ? 2 : 5); i++) await askOnce(request, 'watch')
  }
  agent.destroy()
  await server.stop()
  const ranked = mostExpensive.toSorted(byCost)
  book.mostExpensive = ranked.slice(0, 10).map(({ shape }) => shape)
  return { all, ranked, failed }
}

function byCost(a: Measured, b: Measured): number {
  return median(b.costs) - median(a.costs)
}

/** The shapes of the most expensive requests, found before or now. */
export async function mostExpensiveOf(bench: Bench, book: BenchBook): Promise<readonly string[]> {
  if (book.mostExpensive === undefined) await findMostExpensive(bench, book)
  return book.mostExpensive ?? []
}

export async function expensiveRequests(bench: Bench): Promise<string> {
  const lists: string[] = []
  const summary = await sideBySide(bench, async (book) => {
    const { all, ranked, failed } = await findMostExpensive(bench, book)
    const atMost = book.changes > 300_000 ? 50 : 25
    const rows = ranked.slice(0, 10).map(({ shape, costs, longest }) => {
      return [`\`${shape}\``, ...[median(costs), Math.max(...costs), longest].map(figure)]
    })
    lists.push(`The ten most expensive with ${book.changes} changes:

${table(['request', 'median ms', 'worst ms', 'longest stretch ms'], rows)}`)
    const medians = ranked.map(({ costs }) => median(costs))
    const everyCost = ranked.flatMap(({ costs }) => costs)
    return [
      ['requests tried', figure(all.length)],
      [
        'most expensive, median of its repetitions, ms',
        withTarget(Math.max(...medians), '≤', atMost),
      ],
      ['of the most expensive forty: p99, ms', withTarget(percentile(everyCost, 99), '≤', atMost)],
      ['worst single request, ms', withTarget(Math.max(...everyCost), '≤', atMost)],
      ['longest stretch, ms', withTarget(Math.max(...ranked.map((one) => one.longest)), '≤', 8)],
      ['answers that were neither 200 nor 404', [...failed].map((one) => one.join(' ')).join(', ')],
    ]
  })
  return `Processor time of the main thread for one request, without response cache. Each endpoint is asked in all formats with each parameter alone at its documented and extreme values, with all of them, and with random sets of them; offsets, instants, days and amounts differ from request to request. A stretch is the processor time in one turn of the event loop.

${[summary, ...lists].join('\n\n')}`
}
