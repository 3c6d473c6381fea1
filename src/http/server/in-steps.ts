/**
 * Has things done so many in a turn of the event loop, in the order in which they come: a request that arrives meanwhile waits for
 * some of them and not for all.
 */
export function inSteps(perTurn: number): (act: () => void) => void {
  const waiting: (() => void)[] = []
  const step = (): void => {
    const now = waiting.splice(0, perTurn)
    if (waiting.length > 0) setImmediate(step)
    for (const act of now) act()
  }
  return (act) => {
    if (waiting.push(act) === 1) setImmediate(step)
  }
}
