import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** The width of an element in pixels, followed as it changes, so that text in a chart is never scaled. */
export function useWidth<T extends Element>(preset: number) {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(preset)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void =>
      setWidth(Math.round(element.getBoundingClientRect().width) || preset)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [preset])
  return { ref, width }
}
