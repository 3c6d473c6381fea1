import { startContenders } from './contenders.ts'
import { runLoad, type LoadResult } from './load.ts'
import { figure, median, table, withTarget } from './page.ts'
import { benchRequests, type BenchRequest } from './requests.ts'
import type { Bench, Contender } from './server.ts'

/** What each contender did in one round, by name. */
type Round = ReadonlyMap<string, LoadResult>

/** Compares the processor time of all contenders. In each round, they take turns. */
export async function responses(bench: Bench): Promise<string> {
  const requests = benchRequests(bench.changes)
  const contenders = await startContenders(bench, requests)
  const names = contenders.map(({ name }) => name)
  const rows: string[][] = []
  for (const request of requests) {
    const rounds: Round[] = []
    while (rounds.length < bench.rounds) rounds.push(await runRound(bench, contenders, request))
    rows.push(rowOf(request, names, rounds))
  }
  const ratios = ['by default ÷ nginx', 'proxy ÷ nginx', 'PostgreSQL ÷ proxy']
  return `Processor time per response, in microseconds. The first three requests are always the same. The others are for pages of 75 to 175 rows at any offset, none twice; deep changes are in the older half. nginx sends a file of the same bytes, or of the mean size, and compresses it each time. PostgreSQL is behind Fastify.

${table(['µs', ...names, ...ratios, 'p99, ms'], rows)}`
}

async function runRound(
  { seconds }: Bench,
  contenders: readonly Contender[],
  { path, file, isGzip, base, span }: BenchRequest,
): Promise<Round> {
  const headers = isGzip ? ['Accept-Encoding: gzip'] : []
  const round = new Map<string, LoadResult>()
  for (const contender of contenders) {
    // The service on PostgreSQL does not compress.
    if (isGzip && contender.name === 'PostgreSQL') continue
    const paths = [contender.name === 'nginx' ? `/${file}` : path]
    const result = await runLoad(contender, { paths, headers, base, span, seconds })
    round.set(contender.name, result)
  }
  return round
}

function rowOf(request: BenchRequest, names: readonly string[], rounds: readonly Round[]) {
  const valueIn = (round: Round, name: string, field: keyof LoadResult) =>
    round.get(name)?.[field] ?? Number.NaN
  const medianOf = (name: string, field: keyof LoadResult) =>
    median(rounds.map((round) => valueIn(round, name, field)))
  // Both times of a ratio come from the same round, so that they met the same machine.
  const ratio = (one: string, other: string) =>
    median(rounds.map((round) => valueIn(round, one, 'micros') / valueIn(round, other, 'micros')))
  const timeOf = (name: string) => {
    const failed = rounds.reduce((sum, round) => sum + (round.get(name)?.failed ?? 0), 0)
    return figure(medianOf(name, 'micros')) + (failed > 0 ? `, ${failed} failed` : '')
  }
  const { nginxTargets, postgresTarget, isGzip } = request
  const postgres = ratio('PostgreSQL', 'behind a proxy')
  const p99 = Math.max(medianOf('by default', 'p99'), medianOf('behind a proxy', 'p99'))
  return [
    request.name,
    ...names.map(timeOf),
    withTarget(ratio('by default', 'nginx'), '≤', nginxTargets[0]),
    withTarget(ratio('behind a proxy', 'nginx'), '≤', nginxTargets[1]),
    postgresTarget === undefined ? figure(postgres) : withTarget(postgres, '≥', postgresTarget),
    isGzip ? withTarget(p99, '≤', 30) : figure(p99),
  ]
}
