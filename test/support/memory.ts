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
