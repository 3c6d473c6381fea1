import { until } from '../cli.ts'
import { isRunning, killTree, thawTree } from './process-tree.ts'

/** Stops a server immediately. It still releases its shared memory. */
export async function endServer(pid: number): Promise<void> {
  if (!isRunning(pid)) return
  thawTree(pid)
  process.kill(pid, 'SIGQUIT')
  if (!(await until(() => !isRunning(pid), 6_000))) killTree(pid)
}
