/** A timer that can be ended early. */
export type WakeableTimer = {
  /** Waits for some milliseconds, or until `wake` is called; at once if it was called since the last wait. */
  readonly wait: (milliseconds: number) => Promise<void>
  readonly wake: () => void
}

export function createWakeableTimer(): WakeableTimer {
  let isWoken = false
  let endWait = (): void => {}
  return {
    async wait(milliseconds) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          endWait = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      isWoken = false
    },
    wake() {
      isWoken = true
      endWait()
    },
  }
}
