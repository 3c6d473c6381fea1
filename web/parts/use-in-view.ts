import { useEffect, useRef } from 'preact/hooks'

/**
 * Calls a function when an element comes into view, or as near as a margin. Returns the reference of the element. Without a
 * function nothing happens. It observes anew after each render: an element that is still in view calls the function again.
 */
export function useInView(onView: (() => void) | undefined, rootMargin = '0px') {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (ref.current === null || onView === undefined) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && onView(),
      { rootMargin },
    )
    observer.observe(ref.current)
    return () => observer.disconnect()
  })
  return ref
}
