// `ratebook collect` of 60 institutions on 60 hosts of this machine that answer after 200 ms.
import { collectThrice } from '../test/long/measure-collect.ts'
import { startHosts } from '../test/long/collected-hosts.ts'
import { figure, table, withTarget } from './page.ts'
import type { Bench } from './servers.ts'

export async function collect({ folder, cleanup, isQuick }: Bench): Promise<string> {
  const count = isQuick ? 6 : 60
  const hosts = await startHosts(cleanup, folder, count)
  const runs = await collectThrice(hosts, folder)
  const rows = runs.map(({ what, code, seconds, processorTime, memory, memoryWithReaders }) => [
    code === 0 ? what : `${what} (exit code ${code})`,
    figure(processorTime),
    withTarget(seconds, '≤', 90),
    figure(memory),
    withTarget(memoryWithReaders, '≤', 400),
  ])
  return `\`ratebook collect\` of ${count} institutions, each on a host of its own that answers after 200 ms. Pages are read in processes of their own, so their memory counts too. It uses all cores.

${table(['pages', 'processor s', 's', 'MB of the command', 'MB with its readers'], rows)}`
}
