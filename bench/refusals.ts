import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Contender } from './bench.ts'
import { behindProxy, byDefault, startOurs } from './contenders.ts'
import { runLoad } from './load.ts'
import type { Section } from './page.ts'
import { isOk } from './process.ts'
import { hotRequests, pageRequests } from './requests.ts'

const connectionCounts = [4, 16, 64, 256]
const endpointPaths = [
  '/institutions',
  '/rates/current',
  '/rates/history/institution-1',
  '/rates/changes',
  '/compare?tenure_months=12',
  '/summary',
  '/summary/history?tenure_months=12',
  '/freshness',
  '/reports/best-rates',
  '/health',
]

/** Counts requests that had no good response, on servers that are warm, fresh, or just ready. */
export async function refusals(bench: Bench): Promise<Section> {
  const rows: string[][] = []
  for (const configuration of [byDefault, behindProxy]) {
    const states = [`${configuration.name}, warm`, `${configuration.name}, started a second ago`]
    for (const [i, state] of states.entries()) {
      const row = [state]
      for (const connections of connectionCounts) {
        const server = await startOurs(bench, configuration)
        await (i === 0 ? countFailures(bench, server, 16) : sleep(1000))
        row.push(await countFailures(bench, server, connections))
        await server.stop()
      }
      rows.push(row)
    }
    const server = await startOurs(bench, configuration)
    const urls = Array.from({ length: 10 }, () => endpointPaths.map((path) => server.url + path))
    const areOk = await Promise.all(urls.flat().map(isOk))
    await server.stop()
    const cell = failureText(areOk.filter((isGood) => !isGood).length, areOk.length)
    rows.push([`${configuration.name}, just ready, 10 clients × 10 endpoints`, cell, '', '', ''])
  }
  const sentence =
    'Requests without a good response, of all: connections send the next request after each response, and clients request when `/ready` is first answered with 200. The target is 0.'
  const columns = ['server', ...connectionCounts.map((count) => `${count} connections`)]
  return { title: 'Refusals', sentence, columns, rows }
}

async function countFailures(bench: Bench, server: Contender, connections: number) {
  const paths = [...hotRequests, ...pageRequests(bench.changes)].map(({ path }) => path)
  const span = pageRequests(bench.changes)[0]?.span ?? 2
  const { failed, requests } = await runLoad(bench, server, { paths, span, connections })
  return failureText(failed, requests)
}

function failureText(failed: number, all: number): string {
  return `${failed} of ${all} (${failed === 0 ? 'yes' : 'no'})`
}
