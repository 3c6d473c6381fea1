import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects garbage. Node needs no `--expose-gc` flag for it. */
export async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let times = 0; times < 4; times++) {
    gc()
    // Node frees memory outside the heap in the next turn of the event loop.
    await nextTurn()
  }
}

/** The bytes in use in the JavaScript heap and outside it, after garbage collection. */
export async function bytesInUse(): Promise<number> {
  await collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
