import { modes, startContenders } from './contenders.ts'
import { runLoad, type LoadResult } from './load.ts'
import { figure, median, table, withTarget } from './page.ts'
import { benchRequests, filePath, type BenchRequest } from './requests.ts'
import type { Bench } from './server.ts'

/** Compares the processor time of all contenders. In each round, they take turns. */
export async function responses(bench: Bench): Promise<string> {
  const requests = benchRequests(bench.changes)
  const contenders = await startContenders(bench, requests)
  const rows: string[][] = []
  for (const request of requests) {
    const headers = request.isGzip ? ['Accept-Encoding: gzip'] : []
    const results: Results = new Map(contenders.map(({ name }) => [name, []]))
    for (let round = 0; round < bench.rounds; round++) {
      for (const contender of contenders) {
        // The service on PostgreSQL does not compress.
        if (request.isGzip && contender.name === 'PostgreSQL') continue
        const path = contender.name === 'nginx' ? filePath(request) : request.path
        const load = { ...request, paths: [path], headers, seconds: bench.seconds }
        results.get(contender.name)?.push(await runLoad(contender, load))
      }
    }
    rows.push(rowOf(request, results))
  }
  const ratios = ['by default ÷ nginx', 'proxy ÷ nginx', 'PostgreSQL ÷ proxy']
  const columns = ['µs', ...contenders.map(({ name }) => name), ...ratios, 'p99, ms']
  return `Processor time per response, in microseconds. The first three requests are always the same. The others are for pages of 75 to 175 rows at any offset, none twice; deep changes are in the older half. nginx sends a file of the same bytes, or of the mean size, and compresses it each time. PostgreSQL is behind Fastify.

${table(columns, rows)}`
}

/** The result of each round, by contender. */
type Results = ReadonlyMap<string, LoadResult[]>

function rowOf({ name, isGzip, atMost, atLeast }: BenchRequest, results: Results): string[] {
  const valuesOf = (contender: string, field: keyof LoadResult) =>
    (results.get(contender) ?? []).map((result) => result[field])
  const cells = [...results.keys()].map((contender) => {
    const failed = valuesOf(contender, 'failed').reduce((sum, value) => sum + value, 0)
    const time = figure(median(valuesOf(contender, 'micros')))
    return failed > 0 ? `${time}, ${failed} failed` : time
  })
  // Both times of a ratio come from the same round, so that they met the same machine.
  const ratio = (one: string, other: string) => {
    const others = valuesOf(other, 'micros')
    return median(valuesOf(one, 'micros').map((micros, i) => micros / (others[i] ?? Number.NaN)))
  }
  const [byDefault = 0, behindProxy = 0] = atMost
  const postgres = ratio('PostgreSQL', 'behind a proxy')
  const p99s = modes.map((mode) => median(valuesOf(mode, 'p99')))
  const p99 = Math.max(...p99s)
  return [
    name,
    ...cells,
    withTarget(ratio('by default', 'nginx'), '≤', byDefault),
    withTarget(ratio('behind a proxy', 'nginx'), '≤', behindProxy),
    atLeast > 0 ? withTarget(postgres, '≥', atLeast) : figure(postgres),
    isGzip ? withTarget(p99, '≤', 30) : figure(p99),
  ]
}
