import { useState } from 'preact/hooks'
import type { PlotLayout } from './plot-layout.ts'
import type { PlotFrameProps } from './plot-types.ts'
import { linearScale } from './scale.ts'

type PlotCursorOptions = Pick<PlotFrameProps, 'x' | 'stops' | 'onSelectRange'> & {
  readonly layout: PlotLayout
  readonly cursor: number | undefined
  readonly onCursor: (x: number | undefined) => void
}

/** A shorter drag, in pixels, is a click and selects nothing. */
const shortestDrag = 10

type ChartPointerEvent = PointerEvent & { readonly currentTarget: SVGSVGElement }

/** Moves the cursor of a chart by pointer and keys, and reports the range that the reader selects by dragging. */
export function usePlotCursor(options: PlotCursorOptions) {
  const { x, stops, onSelectRange, layout, cursor, onCursor } = options
  const [dragged, setDragged] = useState<readonly [number, number] | undefined>(undefined)
  const [hasFocus, setHasFocus] = useState(false)
  const { left, right } = layout
  const valueOf = linearScale(left, right, x.from, x.until)
  const pixelsOf = (event: ChartPointerEvent): number => {
    const pixels = event.clientX - event.currentTarget.getBoundingClientRect().left
    return Math.min(right, Math.max(left, pixels))
  }
  const handlers = {
    onPointerDown: (event: ChartPointerEvent) => {
      if (onSelectRange === undefined || event.button !== 0 || !event.isPrimary) return
      // Vertical movement of a finger still scrolls the page: see `touch-action` in the style sheet.
      event.currentTarget.setPointerCapture(event.pointerId)
      setDragged([pixelsOf(event), pixelsOf(event)])
    },
    onPointerMove: (event: ChartPointerEvent) => {
      const pixels = pixelsOf(event)
      onCursor(x.kind === 'time' ? valueOf(pixels) : nearest(stops, valueOf(pixels)))
      if (dragged !== undefined) setDragged([dragged[0], pixels])
    },
    onPointerUp: () => {
      if (dragged !== undefined && Math.abs(dragged[1] - dragged[0]) >= shortestDrag) {
        onSelectRange?.(valueOf(Math.min(...dragged)), valueOf(Math.max(...dragged)))
        // The new range moves every time to another place, so the cursor is out of date.
        onCursor(undefined)
      }
      setDragged(undefined)
    },
    onPointerCancel: () => setDragged(undefined),
    onPointerLeave: () => onCursor(undefined),
    onFocus: () => setHasFocus(true),
    onBlur: () => {
      setHasFocus(false)
      onCursor(undefined)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return
      event.preventDefault()
      onCursor(keys[event.key as keyof typeof keys](stops, cursor))
    },
  }
  return { dragged, hasFocus, handlers }
}

type KeyAction = (stops: readonly number[], cursor: number | undefined) => number | undefined

/** Where each key moves the cursor. Without a cursor, the left key begins at the end. */
const keys = {
  ArrowRight: (stops, cursor = -Infinity) => stops.find((stop) => stop > cursor) ?? stops.at(-1),
  ArrowLeft: (stops, cursor = Infinity) => stops.findLast((stop) => stop < cursor) ?? stops[0],
  Home: (stops) => stops[0],
  End: (stops) => stops.at(-1),
  Escape: () => undefined,
} as const satisfies Readonly<Record<string, KeyAction>>

function nearest(stops: readonly number[], value: number): number | undefined {
  return stops.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value))[0]
}
