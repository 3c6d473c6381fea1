import type { InstitutionType } from '../../src/domain/institution.ts'
import { groupBy } from '../rates/group-by.ts'
import { linearScale } from './scale.ts'
import { useWidth } from './text-width.ts'

type DotStripProps = {
  readonly type: InstitutionType
  /** One rate for each institution. */
  readonly rates: readonly string[]
  readonly median: string
  /** The ends of the axis, which all strips share. */
  readonly extent: readonly [lowest: number, highest: number]
}

const height = 30
const radius = 3
/** A circle that is drawn from its leftmost point. */
const circle = `a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`

/** A dot for each institution on one axis; equal rates are stacked. Hidden from screen readers: the table row has the figures. */
export function DotStrip(props: DotStripProps) {
  const { ref, width } = useWidth(200)
  return (
    <div ref={ref} class={`strip ${props.type}`} aria-hidden="true">
      {width !== undefined && <Dots {...props} width={width} />}
    </div>
  )
}

function Dots({ rates, median, extent, width }: DotStripProps & { readonly width: number }) {
  const x = linearScale(extent[0], extent[1], 6, width - 6)
  return (
    <svg width={width} height={height}>
      <line class="axis" x1="0" x2={width} y1={height - 5} y2={height - 5} />
      <path class="each" d={dotsPath(rates, x)} />
      <line class="median" x1={x(Number(median))} x2={x(Number(median))} y1="0" y2={height} />
    </svg>
  )
}

/** All dots as one path, so that hundreds of institutions add one element to the page. High stacks are drawn closer. */
function dotsPath(rates: readonly string[], x: (rate: number) => number): string {
  const stacks = [...groupBy(rates.map(Number), (rate) => rate).values()]
  const most = Math.max(...stacks.map((stack) => stack.length))
  const distance = Math.min(5, (height - 12) / Math.max(1, most - 1))
  return stacks
    .flatMap((stack) =>
      stack.map((rate, below) => {
        const left = Math.round((x(rate) - radius) * 10) / 10
        return `M${left} ${Math.round((height - 9 - below * distance) * 10) / 10}${circle}`
      }),
    )
    .join('')
}

/** The lowest and the highest of some rates. */
export function rateExtent(rates: readonly string[]): readonly [lowest: number, highest: number] {
  const values = rates.map(Number)
  return values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)]
}
