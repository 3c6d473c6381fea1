// Compares a response with those of the plainest server, of Fastify with PostgreSQL, and of nginx. They answer the same JSON.
import { runLoad, type LoadResult } from './load.ts'
import { figure, median, table, withTarget } from './page.ts'
import { benchRequests, filePath, type BenchRequest } from './requests.ts'
import { startServers, type Bench } from './servers.ts'

/** The processor time of a response of each server. In each round, the servers take turns. */
export async function responses(bench: Bench): Promise<string> {
  const book = bench.books.at(-1)
  if (book === undefined) throw new Error('There is no book.')
  const requests = benchRequests(book.changes)
  const servers = await startServers(bench, book, requests)
  const seconds = bench.isQuick ? 1 : 2
  const rows: string[][] = []
  for (const request of requests) {
    const results = new Map<string, LoadResult[]>(servers.map(({ name }) => [name, []]))
    for (let round = 0; round < bench.rounds; round++)
      for (const server of servers) {
        const path = server.name === 'nginx' ? filePath(request) : request.path
        results.get(server.name)?.push(await runLoad(server, path, request, seconds))
      }
    rows.push(rowOf(request, results))
  }
  const columns = ['µs', ...servers.map(({ name }) => name)]
  return `Processor time per response, in microseconds, with ${book.changes} changes. Numbers are medians of ${bench.rounds} rounds of ${seconds} s with 16 connections, and ratios are the medians of the ratios of each round. The first three requests are always the same. The others are for pages of 75 to 175 rows at any offset, none twice; deep changes are in the older half. Pages asked before are 200 pages of 125 rows, again and again. PostgreSQL is behind Fastify. nginx sends a file of the same bytes, or of the mean size.

${table([...columns, 'Ratebook ÷ node:http', 'PostgreSQL ÷ Ratebook'], rows)}`
}

function rowOf(
  { name, atMost, atLeast }: BenchRequest,
  results: ReadonlyMap<string, readonly LoadResult[]>,
): string[] {
  const timesOf = (server: string) => (results.get(server) ?? []).map(({ micros }) => micros)
  const cells = [...results].map(([server, all]) => {
    const failed = all.reduce((sum, one) => sum + one.failed, 0)
    const time = figure(median(timesOf(server)))
    return failed > 0 ? `${time}, ${failed} failed` : time
  })
  // Both times of a ratio come from the same round, so that they met the same machine.
  const ratio = (one: string, other: string) => {
    const others = timesOf(other)
    return median(timesOf(one).map((micros, round) => micros / (others[round] ?? Number.NaN)))
  }
  return [
    name,
    ...cells,
    withTarget(ratio('Ratebook', 'node:http'), '≤', atMost),
    withTarget(ratio('PostgreSQL', 'Ratebook'), '≥', atLeast),
  ]
}
