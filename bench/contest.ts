import type { Bench, Contender } from './bench.ts'
import * as start from './contenders.ts'
import { runLoad, type LoadResult } from './load.ts'
import { figure, median, withTarget, type Section } from './page.ts'
import {
  hotRequests,
  requestGroups,
  type BenchRequest,
  type GroupId,
  type RequestGroup,
} from './requests.ts'

const [defaultName, proxyName] = [start.byDefault.name, start.behindProxy.name]
const postgresName = 'Fastify + PostgreSQL'
const names = [defaultName, proxyName, 'nginx', 'node:http', postgresName]

/** Measures one group of requests. In each round, all contenders take turns. */
export async function contest(bench: Bench, id: GroupId): Promise<Section> {
  const { title, sentence, ...group } = requestGroups(bench.changes)[id]
  const { contenders, absences } = await startContenders(bench, group)
  const rows: string[][] = []
  for (const request of group.requests) {
    await runRound(bench, contenders, request, group.isGzip)
    const rounds: Round[] = []
    while (rounds.length < bench.rounds) {
      rounds.push(await runRound(bench, contenders, request, group.isGzip))
    }
    rows.push(rowOf(group, request.name, rounds))
  }
  await Promise.all(contenders.map(({ stop }) => stop()))
  const ratios = ['by default ÷ nginx', 'proxy ÷ nginx', 'PostgreSQL ÷ proxy']
  const columns = ['processor time, µs', ...names, ...ratios, 'p99, ms']
  return { title, sentence: [sentence, ...absences].join(' '), columns, rows }
}

/** Starts all contenders. The reason why one cannot take part is a sentence for the page. */
async function startContenders(bench: Bench, { requests, isGzip }: RequestGroup) {
  const ours = await start.startOurs(bench, start.byDefault)
  const contenders = [ours, await start.startOurs(bench, start.behindProxy)]
  const absences: string[] = []
  await start.writeFiles(bench, ours.url, [...hotRequests, ...requests])
  // The service on PostgreSQL does not compress.
  const others = isGzip ? [] : [start.startFastify]
  for (const startOther of [start.startNginx, start.startPlain, ...others]) {
    try {
      const other = await startOther(bench)
      if (other.name !== 'nginx') await start.assertSameJson(ours.url, other.url, requests)
      contenders.push(other)
    } catch (error) {
      absences.push(`Missing: ${String(error)}`)
    }
  }
  return { contenders, absences }
}

/** What each contender did in one round, by name. */
type Round = ReadonlyMap<string, LoadResult>

async function runRound(
  bench: Bench,
  contenders: readonly Contender[],
  { path, file, base, span }: BenchRequest,
  isGzip: boolean,
): Promise<Round> {
  const headers = isGzip ? ['Accept-Encoding: gzip'] : []
  const filePath = isGzip ? `/gzip/${file}` : `/${file}`
  const round = new Map<string, LoadResult>()
  for (const contender of contenders) {
    const paths = [contender.name === 'nginx' ? filePath : path]
    const result = await runLoad(bench, contender, { paths, headers, base, span })
    round.set(contender.name, result)
  }
  return round
}

function rowOf(group: RequestGroup, name: string, rounds: readonly Round[]): string[] {
  const medianOf = (contender: string, field: keyof LoadResult) =>
    median(rounds.map((round) => round.get(contender)?.[field] ?? Number.NaN))
  // Both times of a ratio come from the same round, so that they met the same machine.
  const ratio = (one: string, other: string) => {
    const micros = (round: Round, contender: string) => round.get(contender)?.micros ?? Number.NaN
    return median(rounds.map((round) => micros(round, one) / micros(round, other)))
  }
  const timeOf = (contender: string) => {
    const failed = rounds.reduce((sum, round) => sum + (round.get(contender)?.failed ?? 0), 0)
    const time = figure(medianOf(contender, 'micros'))
    return failed > 0 ? `${time}, ${failed} failed` : time
  }
  const postgresRatio = ratio(postgresName, proxyName)
  const postgresTarget = name === 'deep changes' ? 150 : 15
  const p99 = Math.max(medianOf(defaultName, 'p99'), medianOf(proxyName, 'p99'))
  return [
    name,
    ...names.map(timeOf),
    withTarget(ratio(defaultName, 'nginx'), '≤', group.targets.byDefault),
    withTarget(ratio(proxyName, 'nginx'), '≤', group.targets.behindProxy),
    group.requests === hotRequests
      ? figure(postgresRatio)
      : withTarget(postgresRatio, '≥', postgresTarget),
    group.isGzip ? withTarget(p99, '≤', 30) : figure(p99),
  ]
}
