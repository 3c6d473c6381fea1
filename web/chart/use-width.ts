import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The current width of an element in pixels. Charts are drawn at this width, so that their text is never scaled. */
export function useWidth<T extends Element>(initialWidth: number) {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(initialWidth)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void =>
      setWidth(Math.round(element.getBoundingClientRect().width) || initialWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [initialWidth])
  return { ref, width }
}
