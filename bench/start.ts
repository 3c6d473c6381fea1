import { join } from 'node:path'
import type { Bench, Contender } from './bench.ts'
import { behindProxy, startOurs } from './contenders.ts'
import { runLoad } from './load.ts'
import { median, withTarget, type Section } from './page.ts'
import { residentMegabytes } from './process.ts'

const samples = join(import.meta.dirname, '..', 'samples', 'sri-lanka')

/** Measures the time until `/ready`, and resident memory then and after many distinct requests. */
export async function start(bench: Bench): Promise<Section> {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < bench.rounds; round++) {
    const server = await startOurs(bench, behindProxy)
    times.push(server.startedIn / 1000)
    memory.push(residentMegabytes(server.pids))
    await server.stop()
  }
  const largeAfter = await memoryAfterLoad(bench, await startOurs(bench, behindProxy))
  const fill = ['--database', join(bench.folder, 'samples.db'), '--fill', samples]
  const sampleAfter = await memoryAfterLoad(bench, await startOurs(bench, behindProxy, fill))
  const after = `memory after ${bench.distinctRequests} requests`
  return {
    title: 'Start and memory',
    sentence: `A server behind a proxy with ${bench.changes} changes, until \`/ready\` is answered with 200; and its resident memory, then and after requests with distinct filters and headers.`,
    columns: ['what', 'measured'],
    rows: [
      ['start, s', withTarget(median(times), '≤', 4)],
      ['memory after the start, MB', withTarget(median(memory), '≤', 400)],
      [`${after}, MB`, withTarget(largeAfter, '≤', 500)],
      [`${after}, sample book, MB`, withTarget(sampleAfter, '≤', 250)],
    ],
  }
}

async function memoryAfterLoad(bench: Bench, server: Contender): Promise<number> {
  const load = {
    paths: [
      '/compare?tenure_months={n}',
      '/rates/current?tenure_months={n}',
      '/summary?tenure_months={n}',
      '/rates/changes?limit={limit}&offset={offset}',
      '/summary/history?tenure_months=12&since=2025-{month}-{day}',
    ],
    headers: [
      'User-Agent: client-{n}',
      'Accept: application/json, text/csv;q=0.{limit}',
      'Accept-Encoding: gzip;q=0.{limit}',
      'If-None-Match: "{n}"',
    ],
    span: bench.changes,
    seconds: 2,
  }
  for (let sent = 0; sent < bench.distinctRequests;) {
    sent += (await runLoad(bench, server, load)).requests
  }
  const memory = residentMegabytes(server.pids)
  await server.stop()
  return memory
}
