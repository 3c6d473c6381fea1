import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Bench } from '../bench.ts'
import { contest, type Standing } from '../load/contest.ts'
import type { Targets } from '../load/run.ts'
import { endWithUs, stop, type Server } from '../process/server.ts'
import { figure, type Table } from '../report/section.ts'

export const idleCount = 5000

/** How much longer others wait, in the slowest hundredth, beside thousands of connections that do nothing. */
export async function idleRow(
  bench: Bench,
  server: Server,
  targets: Targets,
): Promise<{ readonly factor: number; readonly table: Table }> {
  bench.say(`overload: ${idleCount} idle and slow connections`)
  const load = { targets, connections: 16 }
  const run = async (name: string): Promise<Standing | undefined> =>
    (await contest(bench, [{ name, server, load }], true))[0]
  const without = await run('without them')
  const { hostname, port } = new URL(server.url)
  const script = fileURLToPath(new URL('../load/idle.ts', import.meta.url))
  const child = spawn(process.execPath, [script, hostname, port, `${idleCount}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endWithUs(child)
  const [ready] = (await once(child.stdout, 'data')) as [Buffer]
  const standing = ready.toString().trim().replace('ready ', '')
  const beside = await run(`beside ${standing} of them`)
  await stop(child)
  const rows = [without, beside].map((one) => [
    one?.name ?? '',
    figure(one?.rate ?? Number.NaN),
    figure(one?.p50 ?? Number.NaN),
    figure(one?.p99 ?? Number.NaN),
  ])
  const columns = ['when', 'answers/s', 'p50 ms', 'p99 ms']
  return {
    factor: (beside?.p99 ?? Number.NaN) / (without?.p99 ?? Number.NaN),
    table: { title: 'Idle and slow connections, 16 others', columns, rows },
  }
}
