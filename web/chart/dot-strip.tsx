import type { InstitutionType } from '../../src/domain/institution.ts'
import { linearScale } from './scale.ts'
import { useWidth } from './use-width.ts'

type DotStripProps = {
  readonly type: InstitutionType
  /** One rate for each institution. */
  readonly rates: readonly string[]
  readonly median: string
  /** The ends of the axis, which all strips share. */
  readonly extent: readonly [lowest: number, highest: number]
}

const height = 30

/** A dot for each institution on one axis; equal rates are stacked. Hidden from screen readers: the table row has the figures. */
export function DotStrip({ type, rates, median, extent }: DotStripProps) {
  const { ref, width } = useWidth<HTMLDivElement>(200)
  const x = linearScale(extent[0], extent[1], 6, width - 6)
  const stackHeights = new Map<number, number>()
  return (
    <div ref={ref} class={`strip ${type}`} aria-hidden="true">
      <svg width={width} height={height}>
        <line class="axis" x1="0" x2={width} y1={height - 5} y2={height - 5} />
        {rates.map((text, index) => {
          const rate = Number(text)
          const below = stackHeights.get(rate) ?? 0
          stackHeights.set(rate, below + 1)
          return <circle key={index} cx={x(rate)} cy={height - 9 - Math.min(below, 3) * 5} r="3" />
        })}
        <line class="median" x1={x(Number(median))} x2={x(Number(median))} y1="0" y2={height} />
      </svg>
    </div>
  )
}

/** The lowest and the highest of some rates. */
export function rateExtent(rates: readonly string[]): readonly [lowest: number, highest: number] {
  const values = rates.map(Number)
  return values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
}
