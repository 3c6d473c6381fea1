import { compareDecimals, type CanonicalDecimal } from '../../../src/domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { Background } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import type { PlotSeries } from '../../chart/plot-types.ts'
import { monthsOf, rateTicks } from '../../chart/scale.ts'
import { formatRate } from '../../parts/figures.tsx'
import { toDecimal } from '../../rates/format.ts'
import type { MatrixRow } from '../../rates/matrix-rows.ts'
import { figuresOfType } from '../../rates/rate-figures.ts'
import { exportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'

type YieldCurveProps = {
  /** The rows that count. */
  readonly rows: readonly MatrixRow[]
  /** Whether there are older rates, which do not count. */
  readonly hasOlder: boolean
  readonly tenures: readonly CanonicalDecimal[]
  readonly background: Background
  readonly terms: { readonly variant: Variant; readonly payout: Payout }
}

/** The headline rates of one tenure of one type of institution. */
type CurvePoint = {
  readonly type: InstitutionType
  readonly tenure: CanonicalDecimal
  readonly count: number
  readonly median: string
  readonly highest: string
}

/** The yield curve of the market: the median and the highest headline rate of each tenure. Nothing without two tenures. */
export function YieldCurve({ rows, hasOlder, tenures, background, terms }: YieldCurveProps) {
  const messages = useMessages()
  const { matrix, words } = messages
  const points = curvePoints(rows, tenures, background)
  const shown = [...new Set(points.map(({ tenure }) => tenure))].toSorted(compareDecimals)
  const [first, last] = [shown.at(0), shown.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const series = institutionTypes.flatMap((type): PlotSeries[] => {
    const ofType = points.filter((point) => point.type === type)
    if (ofType.length === 0) return []
    const line = (name: string, rate: 'median' | 'highest'): PlotSeries => {
      const pointOf = (point: CurvePoint) => ({ x: monthsOf(point.tenure), rate: point[rate] })
      return {
        name,
        className: rate === 'median' ? type : `${type} thin`,
        shape: 'straight',
        marker: curveMarkers[type][rate],
        segments: [{ points: ofType.filter(({ count }) => count >= fewestJoined).map(pointOf) }],
        marks: ofType.map((point) => ({
          ...pointOf(point),
          ...(rate === 'median' && { label: String(point.count) }),
        })),
      }
    }
    return [
      line(matrix.medianLine({ type: words.types[type] }), 'median'),
      line(matrix.bestLine({ type: words.types[type] }), 'highest'),
    ]
  })
  const textAt = (months: number): string => {
    const at = points.filter(({ tenure }) => monthsOf(tenure) === months)
    const figures = at.flatMap(({ type, count, median, highest }) => [
      matrix.curveFigure({
        name: matrix.medianLine({ type: words.types[type] }),
        rate: formatRate(median),
      }),
      matrix.curveFigure({
        name: matrix.bestLine({ type: words.types[type] }),
        rate: formatRate(highest),
      }),
      words.institutions(count),
    ])
    return matrix.curveAt({
      tenure: words.tenure(at[0]?.tenure ?? String(months)),
      figures: figures.join(', '),
    })
  }
  const title = matrix.curveTitle({
    payout: words.payouts[terms.payout],
    variant: words.variants[terms.variant],
  })
  return (
    <section class="curve">
      <h2>{matrix.curve}</h2>
      <p class="legend">{matrix.curveHelp}</p>
      <Part
        id="curve"
        title={title}
        hasChart
        chartNote={matrix.curveHelp}
        table={exportTable<CurvePoint>(
          [
            ['type', ({ type }) => words.typeNouns[type]],
            ['tenure', ({ tenure }) => tenure],
            ['institutions', ({ count }) => count],
            ['median', ({ median }) => median],
            ['highest', ({ highest }) => highest],
          ],
          () => points,
          messages,
        )}
      >
        <PlotFrame
          context={title}
          note={hasOlder ? matrix.curveNoteConfirmed : matrix.curveNote}
          x={{ kind: 'months', from: monthsOf(first), until: monthsOf(last) }}
          yTicks={rateTicks(
            points.flatMap(({ median, highest }) => [median, highest]),
            4,
          )}
          series={series}
          stops={shown.map(monthsOf)}
          textAt={textAt}
        />
      </Part>
    </section>
  )
}

/** The marks tell the lines apart where colours do not. */
const curveMarkers = {
  bank: { median: 'circle', highest: 'triangle' },
  nbfi: { median: 'square', highest: 'diamond' },
} as const

/** The median of fewer institutions says nothing about the market, so the line passes by it. */
const fewestJoined = 3

function curvePoints(
  rows: readonly MatrixRow[],
  tenures: readonly CanonicalDecimal[],
  { institutions }: Background,
): readonly CurvePoint[] {
  return institutionTypes.flatMap((type) => {
    const ofType = rows.filter((row) => institutions.get(row.institution_id)?.type === type)
    return tenures.flatMap((tenure): readonly CurvePoint[] => {
      const rates = ofType
        .flatMap(({ cells }) => cells.get(tenure)?.offer.rate_pa ?? [])
        .map(toDecimal)
      return figuresOfType(type, rates).map((figures) => ({
        type,
        tenure,
        count: figures.institution_count,
        median: figures.median_rate_pa,
        highest: figures.max_rate_pa,
      }))
    })
  })
}
