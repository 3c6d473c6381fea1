import { setTimeout as sleep } from 'node:timers/promises'
import { modes, startOurs } from './contenders.ts'
import { runLoad } from './load.ts'
import { table, withTarget } from './page.ts'
import { benchRequests } from './requests.ts'
import { isOk, type Bench, type Contender } from './server.ts'

const endpointPaths = `/institutions /rates/current /rates/history/institution-1 /rates/changes
  /compare?tenure_months=12 /summary /summary/history?tenure_months=12 /freshness
  /reports/best-rates /health`.split(/\s+/)

/** Counts requests that had no good response, on servers that are warm, fresh, or just ready. */
export async function refusals(bench: Bench): Promise<string> {
  const paths = benchRequests(bench.changes).map(({ path }) => path)
  const failures = async (server: Contender, connections: number) => {
    const load = { paths, span: bench.changes / 100, connections, seconds: bench.seconds }
    const { failed, requests } = await runLoad(server, load)
    return `${withTarget(failed, '≤', 0)}, ${requests} requests`
  }
  const rows: string[][] = []
  for (const mode of modes) {
    const warm = await startOurs(bench, mode)
    await failures(warm, 16)
    for (const connections of [4, 16, 64, 256]) {
      const warmCell = await failures(warm, connections)
      const fresh = await startOurs(bench, mode)
      await sleep(1000)
      const cells = [warmCell, await failures(fresh, connections)]
      await fresh.stop()
      rows.push([`${mode}, ${connections} connections`, ...cells])
    }
    await warm.stop()
    const { url, stop } = await startOurs(bench, mode)
    const urls = Array.from({ length: 10 }, () => endpointPaths.map((path) => url + path)).flat()
    const areOk = await Promise.all(urls.map(isOk))
    await stop()
    const failed = areOk.filter((isGood) => !isGood).length
    rows.push([`${mode}, 10 clients × 10 endpoints at \`/ready\``, '', withTarget(failed, '≤', 0)])
  }
  return `Requests without a good response; the target is 0. Each connection sends its next request after each response. The clients send theirs when \`/ready\` is first answered with 200.

${table(['refused', 'warm', 'started a second ago'], rows)}`
}
