import type { PlotFrameProps } from './plot-types.ts'
import { useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'
import { PlotAxes, PlotHead } from './plot-axes.tsx'
import { PlotBandAndStrip } from './plot-band.tsx'
import { EndLabels } from './end-labels.tsx'
import { plotLayout } from './plot-layout.ts'
import { PlotLine } from './plot-line.tsx'
import { plotSummary } from './plot-summary.ts'
import { usePlotCursor } from './use-plot-cursor.ts'
import { useWidth } from './text-width.ts'

/** Axes, lines and a cursor that follows the pointer and the arrow keys. A live text says what is at the cursor. */
export function PlotFrame(props: PlotFrameProps) {
  const { ref, width } = useWidth(props.isSmall === true ? 180 : 480)
  return (
    <div ref={ref} class={`plot ${props.className ?? ''}`}>
      {width !== undefined && <Plot {...props} width={width} />}
    </div>
  )
}

function Plot({ width, ...props }: PlotFrameProps & { readonly width: number }) {
  const messages = useMessages()
  const [ownCursor, setOwnCursor] = useState<number | undefined>(undefined)
  const { x, series, band, strip, textAt, onCursor = setOwnCursor } = props
  const shared = props.onCursor === undefined ? ownCursor : props.cursor
  const cursor = shared !== undefined && shared >= x.from && shared <= x.until ? shared : undefined
  const layout = plotLayout(props, width, messages)
  const { dragged, hasFocus, handlers } = usePlotCursor({ ...props, cursor, onCursor, layout })
  const { height, top, stripBottom } = layout
  return (
    <>
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        tabIndex={0}
        aria-label={plotSummary(props, messages)}
        class={props.onSelectRange === undefined ? undefined : 'draggable'}
        {...handlers}
      >
        <PlotHead {...props} layout={layout} />
        <PlotAxes layout={layout} />
        <PlotBandAndStrip band={band} strip={strip} layout={layout} />
        {series.map((line) => (
          <PlotLine key={line.name} series={line} layout={layout} />
        ))}
        <EndLabels series={series} band={band} layout={layout} />
        {dragged !== undefined && (
          <rect
            class="dragged"
            x={Math.min(...dragged)}
            width={Math.abs(dragged[1] - dragged[0])}
            y={top}
            height={stripBottom - top}
          />
        )}
        {cursor !== undefined && (
          <line
            class="cursor"
            x1={layout.x(cursor)}
            x2={layout.x(cursor)}
            y1={top}
            y2={stripBottom}
          />
        )}
      </svg>
      {/* Live only for the keyboard: a pointer passes many points. */}
      <p class="readout" aria-live={hasFocus ? 'polite' : 'off'}>
        {cursor === undefined ? '' : textAt(cursor)}
      </p>
    </>
  )
}
