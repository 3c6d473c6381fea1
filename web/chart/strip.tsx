import { scaleOf } from './scale.ts'
import { useWidth } from './use-width.ts'

type StripProps = {
  readonly name: 'bank' | 'nbfi'
  /** One rate for each institution. */
  readonly rates: readonly string[]
  readonly median: string
  /** The ends of the axis that all strips share. */
  readonly ends: readonly [least: number, most: number]
}

const height = 30

/** Every institution as a dot on one axis; rates that are equal are stacked. The figures stand in the same row of the table. */
export function Strip({ name, rates, median, ends }: StripProps) {
  const { ref, width } = useWidth<HTMLDivElement>(200)
  const x = scaleOf(ends[0], ends[1], 6, width - 6)
  const stacked = new Map<number, number>()
  return (
    <div ref={ref} class={`strip ${name}`} aria-hidden="true">
      <svg width={width} height={height}>
        <line class="axis" x1="0" x2={width} y1={height - 5} y2={height - 5} />
        {rates.map((rate, index) => {
          const place = Number(rate)
          const below = stacked.get(place) ?? 0
          stacked.set(place, below + 1)
          return <circle key={index} cx={x(place)} cy={height - 9 - Math.min(below, 3) * 5} r="3" />
        })}
        <line class="median" x1={x(Number(median))} x2={x(Number(median))} y1="0" y2={height} />
      </svg>
    </div>
  )
}

/** The ends of an axis for some rates. */
export function endsOf(rates: readonly string[]): readonly [number, number] {
  const values = rates.map(Number)
  return values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
}
