import { useState } from 'preact/hooks'
import type { Scale } from './scale.ts'

type RangeOptions = {
  readonly left: number
  readonly right: number
  readonly timeOf: Scale
  readonly onRead: (at: number | undefined) => void
  readonly onRange: (from: number, until: number) => void
}

/** The least that counts as dragging, in pixels. */
const least = 10

/** What a pointer over a chart reads, and the range that it drags. */
export function useRange({ left, right, timeOf, onRead, onRange }: RangeOptions) {
  const [dragged, setDragged] = useState<readonly [number, number] | undefined>(undefined)
  const placeOf = (event: PointerEvent & { readonly currentTarget: SVGSVGElement }): number => {
    const place = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(right, Math.max(left, place))
  }
  const handlers = {
    onPointerDown: (event: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
      if (event.button !== 0 || !event.isPrimary) return
      // A finger that moves up or down scrolls: CSS leaves that to the browser (touch-action).
      event.currentTarget.setPointerCapture(event.pointerId)
      const place = placeOf(event)
      setDragged([place, place])
    },
    onPointerMove: (event: PointerEvent & { readonly currentTarget: SVGSVGElement }) => {
      const place = placeOf(event)
      onRead(timeOf(place))
      if (dragged !== undefined) setDragged([dragged[0], place])
    },
    onPointerUp: () => {
      if (dragged !== undefined && Math.abs(dragged[1] - dragged[0]) >= least) {
        onRange(timeOf(Math.min(...dragged)), timeOf(Math.max(...dragged)))
        // What was read stands elsewhere now.
        onRead(undefined)
      }
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
    onPointerLeave: () => onRead(undefined),
  }
  return { dragged, handlers }
}
