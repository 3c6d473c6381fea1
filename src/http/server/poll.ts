import { setTimeout as sleep } from 'node:timers/promises'

/** Checks a condition every `interval` milliseconds. Resolves to whether it was true within `timeout` milliseconds. */
export async function pollUntil(
  isTrue: () => boolean,
  timeout: number,
  interval: number,
): Promise<boolean> {
  for (let left = timeout; left > 0 && !isTrue(); left -= interval) await sleep(interval)
  return isTrue()
}
