import { until } from '../cli.ts'
import { isRunning, killTree, thawTree } from './process-tree.ts'

/** Ends a server without waiting for its clients or its disk; it still gives back the memory that it shares. */
export async function endServer(pid: number): Promise<void> {
  if (!isRunning(pid)) return
  thawTree(pid)
  process.kill(pid, 'SIGQUIT')
  if (!(await until(() => !isRunning(pid), 6_000))) killTree(pid)
}
