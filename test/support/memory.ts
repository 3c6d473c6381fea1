import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects what nobody holds any more; without the flag on the command line. */
export async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let times = 0; times < 4; times++) {
    gc()
    // What is outside of the heap goes in the next turn, and with it what it held.
    await turn()
  }
}

/** The bytes that are in use, in JavaScript's heap and outside of it. */
export async function bytesInUse(): Promise<number> {
  await collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
