import { useEffect } from 'preact/hooks'

/** The scroll position that the page saves in an entry of the browser's history. */
type HistoryState = { readonly y?: number } | null

/** How many milliseconds a view may take to become as long as it was: its answers may come over a slow connection. */
const restoreTimeout = 60_000

/** Saves the scroll position in the current entry of the browser's history. */
export function saveScrollPosition(): void {
  history.replaceState({ ...(history.state as HistoryState), y: scrollY }, '')
}

/**
 * Restores the scroll position after a step back. The browser would do so too early: the view is short until its answers
 * have arrived.
 */
export function useScrollRestoration(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const controller = new AbortController()
    const { signal } = controller
    let target: number | undefined
    let deadline: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const restore = (now: number): void => {
      if (target === undefined || signal.aborted) return
      deadline ??= now + restoreTimeout
      scrollTo(0, target)
      if (Math.abs(scrollY - target) <= 2 || now > deadline) target = undefined
      else requestAnimationFrame(restore)
    }
    const start = (): void => {
      clearTimeout(timer)
      target = (history.state as HistoryState)?.y ?? 0
      deadline = undefined
      requestAnimationFrame(restore)
    }
    const cancel = (): void => {
      target = undefined
    }
    const save = (): void => {
      clearTimeout(timer)
      if (target !== undefined) return
      timer = setTimeout(saveScrollPosition, 100)
    }
    start()
    addEventListener('popstate', start, { signal })
    addEventListener('scroll', save, { passive: true, signal })
    // Once the reader acts, the page must not scroll by itself.
    for (const input of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const)
      addEventListener(input, cancel, { passive: true, signal })
    return () => controller.abort()
  }, [])
}
