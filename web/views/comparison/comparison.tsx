import { useMemo } from 'preact/hooks'
import { canonicalDecimal, compareDecimals } from '../../../src/domain/decimal.ts'
import { keyOf, payouts, variants, type Terms } from '../../../src/domain/offer.ts'
import type { InstitutionRow } from '../../api/api.ts'
import { loadBackground } from '../../api/background.ts'
import { useRequest, withErrorOf } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import { markers } from '../../chart/plot-types.ts'
import { monthsOf, rateTicks } from '../../chart/scale.ts'
import { DayField } from '../../parts/controls.tsx'
import { formatRate } from '../../parts/figures.tsx'
import { useSetFilter, FilterBar } from '../../parts/filter-bar.tsx'
import { PayoutField, TenureField, VariantField } from '../../parts/filter-fields.tsx'
import { EmptyBook, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import {
  chooseInstitutions,
  columnsOf,
  matrixRows,
  type MatrixRow,
} from '../../rates/matrix-rows.ts'
import { loadOpenOffers } from '../../rates/open-offers.ts'
import { exportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import { ComparedTable } from './compared-table.tsx'
import { ComparisonChoice } from './comparison-choice.tsx'
import { ComparisonHistory } from './comparison-history.tsx'

/** The view that compares up to five institutions: their rates over time, by tenure, and now. */
export function ComparisonView() {
  const { client, messages } = useApp()
  const { changes, filters, matrix, words } = messages
  const set = useSetFilter()
  const reader = useQueryReader()
  const tenure = reader.tenure('tenure')
  const payout = reader.choice('payout', payouts, 'maturity')
  const variant = reader.choice('variant', variants, 'general')
  const { from, until } = reader.range()
  const named = reader.list('institutions')
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const request = useRequest(`${variant} ${payout}`, async (signal) => {
    const [offers, background] = await Promise.all([
      loadOpenOffers(client, { variant, payout }, signal),
      loadBackground(client, signal),
    ])
    return { offers, background, variant, payout }
  })
  const { offers = [], background } = request.value ?? {}
  const answer = useMemo(() => {
    if (background === undefined) return undefined
    const tenures = new Set([...columnsOf(offers), canonicalDecimal(tenure)])
    return { rows: matrixRows(offers, background.institutions, [...tenures]), background }
  }, [offers, background, tenure])
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const { variant: shownVariant = variant, payout: shownPayout = payout } = request.value ?? {}
  const shown = { tenure, payout: shownPayout, variant: shownVariant }
  const { institutions } = background ?? {}
  const { chosen, errors } = chooseInstitutions(named, institutions, matrix)
  const rows = chosen.flatMap((id) => institutions?.get(id) ?? [])
  const days = [
    from === '' ? [] : changes.from({ day: words.day(from) }),
    until === '' ? [] : changes.until({ day: words.day(until) }),
  ].flat()
  // More than two names are too long for a heading.
  const names =
    rows.length > 2 ? words.institutions(rows.length) : rows.map(({ name }) => name).join(', ')
  return (
    <>
      <ViewHeader
        kicker={words.terms(shown)}
        title={matrix.comparison}
        heading={names === '' ? matrix.chooseHeading : matrix.comparisonHeading({ names })}
      />
      <FilterBar chosen={[words.terms(shown), ...days].join(', ')}>
        <TenureField
          value={tenure}
          summary={summary.value}
          filter={{ payout, variant }}
          offers={offers}
        />
        <PayoutField value={payout} />
        <VariantField value={variant} />
        <DayField label={filters.from} value={from} onChange={(day) => set('from', day)} />
        <DayField label={filters.until} value={until} onChange={(day) => set('until', day)} />
      </FilterBar>
      <QueryErrors errors={[...reader.errors(), ...errors]} />
      <RequestResult request={withErrorOf(request, summary)} rows={12}>
        {() =>
          answer === undefined || answer.background.currency === '' ? (
            <EmptyBook />
          ) : (
            <>
              <ComparisonChoice chosen={chosen} tenure={tenure} {...answer} />
              {chosen.length > 0 && (
                <>
                  <ComparedTable institutions={rows} terms={shown} {...answer} />
                  <ComparisonHistory
                    key={`${chosen.join(' ')} ${keyOf(shown)}`}
                    institutions={rows}
                    terms={shown}
                    rows={answer.rows}
                    from={from}
                    until={until}
                  />
                  <ComparisonCurves institutions={rows} terms={shown} {...answer} />
                </>
              )}
            </>
          )
        }
      </RequestResult>
    </>
  )
}

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
