/** Counts the turns of the event loop until it is stopped. */
export function countTurns() {
  let [turn, isOver] = [0, false]
  const count = (): void => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  return {
    /** The number of the turn that runs. */
    now: () => turn,
    stop() {
      isOver = true
    },
  }
}
