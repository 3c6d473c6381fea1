import { join } from 'node:path'
import { startOurs } from './contenders.ts'
import { runLoad } from './load.ts'
import { median, table, withTarget } from './page.ts'
import { residentMegabytes, type Bench, type Contender } from './server.ts'

/** Measures the time until `/ready`, and resident memory then and after many distinct requests. */
export async function start(bench: Bench): Promise<string> {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const startedAt = performance.now()
    const server = await startOurs(bench, 'behind a proxy')
    times.push((performance.now() - startedAt) / 1000)
    memory.push(residentMegabytes(server))
    await server.stop()
  }
  const large = await memoryAfterLoad(bench, await startOurs(bench, 'behind a proxy'))
  const samples = join(import.meta.dirname, '..', 'samples', 'sri-lanka')
  const fill = ['--database', join(bench.folder, 'samples.db'), '--fill', samples]
  const sample = await memoryAfterLoad(bench, await startOurs(bench, 'behind a proxy', fill))
  const after = `memory after ${bench.distinctRequests} requests`
  const rows = [
    ['start, s', withTarget(median(times), '≤', 4)],
    ['memory after the start, MB', withTarget(median(memory), '≤', 400)],
    [`${after}, MB`, withTarget(large, '≤', 500)],
    [`${after}, sample book, MB`, withTarget(sample, '≤', 250)],
  ]
  return `A server behind a proxy, until \`/ready\` is answered with 200. Its resident memory then, and after requests with distinct filters and headers.

${table(['start and memory', 'measured'], rows)}`
}

async function memoryAfterLoad(bench: Bench, server: Contender): Promise<number> {
  const paths = [
    '/compare?tenure_months={n}',
    '/rates/current?tenure_months={n}',
    '/summary?tenure_months={n}',
    '/rates/changes?limit={limit}&offset={offset}',
    '/summary/history?tenure_months=12&since=2025-{month}-{day}',
  ]
  const headers = [
    'User-Agent: client-{n}',
    'Accept: application/json, text/csv;q=0.{limit}',
    'Accept-Encoding: gzip;q=0.{limit}',
    'If-None-Match: "{n}"',
  ]
  for (let sent = 0; sent < bench.distinctRequests;) {
    const load = { paths, headers, span: bench.changes, seconds: 2 }
    const { requests, failed } = await runLoad(server, load)
    if (failed > 0) throw new Error(`${failed} of ${requests} distinct requests failed.`)
    sent += requests
  }
  const memory = residentMegabytes(server)
  await server.stop()
  return memory
}
