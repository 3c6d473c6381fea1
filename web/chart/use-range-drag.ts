import { useState } from 'preact/hooks'
import type { Scale } from './scale.ts'

type RangeDragOptions = {
  readonly left: number
  readonly right: number
  readonly timeOf: Scale
  readonly onHover: (at: number | undefined) => void
  readonly onSelectRange: (from: number, until: number) => void
}

/** A shorter drag, in pixels, is a click and selects nothing. */
const shortestDrag = 10

type ChartPointerEvent = PointerEvent & { readonly currentTarget: SVGSVGElement }

/** Reports the time below the pointer over a chart, and the range of time that the reader selects by dragging. */
export function useRangeDrag({ left, right, timeOf, onHover, onSelectRange }: RangeDragOptions) {
  const [dragged, setDragged] = useState<readonly [number, number] | undefined>(undefined)
  const xOf = (event: ChartPointerEvent): number => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(right, Math.max(left, x))
  }
  const handlers = {
    onPointerDown: (event: ChartPointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return
      // Vertical movement of a finger still scrolls the page: see `touch-action` in the style sheet.
      event.currentTarget.setPointerCapture(event.pointerId)
      const x = xOf(event)
      setDragged([x, x])
    },
    onPointerMove: (event: ChartPointerEvent) => {
      const x = xOf(event)
      onHover(timeOf(x))
      if (dragged !== undefined) setDragged([dragged[0], x])
    },
    onPointerUp: () => {
      if (dragged !== undefined && Math.abs(dragged[1] - dragged[0]) >= shortestDrag) {
        onSelectRange(timeOf(Math.min(...dragged)), timeOf(Math.max(...dragged)))
        // The new range moves every time to another place, so the hovered one is out of date.
        onHover(undefined)
      }
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
    onPointerLeave: () => onHover(undefined),
  }
  return { dragged, handlers }
}
