import { compareDecimals } from '../../../src/domain/decimal.ts'
import type { Terms } from '../../../src/domain/offer.ts'
import type { InstitutionRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import { markers } from '../../chart/plot-types.ts'
import { monthsOf, rateTicks } from '../../chart/scale.ts'
import { formatRate } from '../../parts/figures.tsx'
import { Part } from '../../take-along/part.tsx'
import { exportTable } from '../../take-along/export-table.ts'
import type { MatrixRow } from '../../rates/matrix-rows.ts'

type ComparisonCurvesProps = {
  readonly institutions: readonly InstitutionRow[]
  readonly terms: Terms
  readonly rows: readonly MatrixRow[]
}

/** The current offers of each institution by tenure. Nothing unless one of them offers two tenures. */
export function ComparisonCurves({ institutions, terms, rows }: ComparisonCurvesProps) {
  const messages = useMessages()
  const { matrix, words } = messages
  const curves = institutions.flatMap((institution, place) => {
    const cells = rows.find(({ institution_id: id }) => id === institution.id)?.cells
    if (cells === undefined) return []
    const points = [...cells]
      .toSorted(([a], [b]) => compareDecimals(a, b))
      .map(([tenure, { offer }]) => ({
        tenure,
        variant: offer.product_variant,
        x: monthsOf(tenure),
        rate: offer.rate_pa,
      }))
    return [{ institution, place, points }]
  })
  const all = curves.flatMap(({ points }) => points)
  const stops = [...new Set(all.map(({ x }) => x))].toSorted((a, b) => a - b)
  const [first, last] = [stops.at(0), stops.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const exported = curves.flatMap(({ institution, points }) =>
    points.map((point) => ({ institution, ...point })),
  )
  const names = institutions.map(({ name }) => name).join(', ')
  const title = matrix.curvesTitle({ payout: words.payouts[terms.payout], names })
  return (
    <section class="curve">
      <h2>{matrix.byTenure}</h2>
      <Part
        id="curves"
        title={title}
        hasChart
        table={exportTable<(typeof exported)[number]>(
          [
            ['institutionId', ({ institution }) => institution.id],
            ['institution', ({ institution }) => institution.name],
            ['variant', ({ variant }) => words.variants[variant]],
            ['tenure', ({ tenure }) => tenure],
            ['rate', ({ rate }) => rate],
          ],
          () => exported,
          messages,
        )}
      >
        <PlotFrame
          context={title}
          note={matrix.byTenureNote}
          x={{ kind: 'months', from: first, until: last }}
          yTicks={rateTicks(
            all.map(({ rate }) => rate),
            4,
          )}
          series={curves.map(({ institution, place, points }) => ({
            name: institution.name,
            className: `line-${place + 1}`,
            shape: 'straight' as const,
            segments: [{ points }],
            marks: points,
            marker: markers[place % markers.length] ?? 'circle',
          }))}
          stops={stops}
          textAt={(months) => {
            const figures = curves.flatMap(({ institution, points }) => {
              const point = points.find(({ x }) => x === months)
              return point === undefined
                ? []
                : [matrix.curveFigure({ name: institution.name, rate: formatRate(point.rate) })]
            })
            return matrix.curveAt({
              tenure: words.tenure(String(months)),
              figures: figures.join(', '),
            })
          }}
        />
      </Part>
    </section>
  )
}
