import { useEffect } from 'preact/hooks'

/** What the history of the browser keeps of a place. */
type Kept = { readonly y?: number } | null

/** The milliseconds that a place may take to become as long as it was; answers over a slow line are behind it. */
const patience = 10_000

/** Enters in the browser's history how far the reader has come in this place. */
export function keepScroll(): void {
  history.replaceState({ ...(history.state as Kept), y: scrollY }, '')
}

/**
 * Brings a reader who goes back to where they were. The browser would do so before the answers are there, when the page is
 * still short.
 */
export function useScroll(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual'
    const life = new AbortController()
    const { signal } = life
    let target: number | undefined
    let end: number | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const restore = (now: number): void => {
      if (target === undefined || signal.aborted) return
      end ??= now + patience
      scrollTo(0, target)
      if (Math.abs(scrollY - target) <= 2 || now > end) target = undefined
      else requestAnimationFrame(restore)
    }
    const begin = (): void => {
      clearTimeout(timer)
      target = (history.state as Kept)?.y ?? 0
      end = undefined
      requestAnimationFrame(restore)
    }
    const giveUp = (): void => {
      target = undefined
    }
    const keep = (): void => {
      clearTimeout(timer)
      if (target !== undefined) return
      timer = setTimeout(keepScroll, 100)
    }
    begin()
    addEventListener('popstate', begin, { signal })
    addEventListener('scroll', keep, { passive: true, signal })
    for (const own of ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const)
      addEventListener(own, giveUp, { passive: true, signal })
    return () => life.abort()
  }, [])
}
