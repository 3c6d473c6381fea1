import { setTimeout as sleep } from 'node:timers/promises'

/** Checks a condition every `interval` milliseconds. Resolves to whether it was true within `timeout` milliseconds. */
export async function pollUntil(
  isTrue: () => boolean,
  timeout: number,
  interval: number,
): Promise<boolean> {
  // Counted intervals would take longer on a busy machine.
  const deadline = { isOver: false }
  const timer = setTimeout(() => (deadline.isOver = true), timeout)
  while (!deadline.isOver && !isTrue()) await sleep(interval)
  clearTimeout(timer)
  return isTrue()
}
