import { dayAfter, startOf, type Day } from '../../../src/domain/day.ts'
import { sameDecimal } from '../../../src/domain/decimal.ts'
import type { Terms, Variant } from '../../../src/domain/offer.ts'
import type { EvidenceRow, InstitutionRow, RateHistoryRow } from '../../api/api.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { PlotFrame } from '../../chart/plot-frame.tsx'
import { markers, type PlotPoint } from '../../chart/plot-types.ts'
import { clipSegments, readingsOf, segmentsOf } from '../../chart/readings.ts'
import { rateTicks } from '../../chart/scale.ts'
import { readingTextAt } from '../../chart/tier-chart.tsx'
import { formatRate } from '../../parts/figures.tsx'
import { EmptyState, RequestResult } from '../../parts/states.tsx'
import { tenuresKeyOf, toDecimal } from '../../rates/format.ts'
import { offerOf, type MatrixRow } from '../../rates/matrix-rows.ts'
import { tierHistories } from '../../rates/tier-histories.ts'
import { allRows, exportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'

type ComparisonHistoryProps = {
  readonly institutions: readonly InstitutionRow[]
  readonly terms: Terms
  /** The current offers of the institutions. */
  readonly rows: readonly MatrixRow[]
  /** The first and last day to show; empty for those of the readings. */
  readonly from: Day | ''
  readonly until: Day | ''
}

/** The readings of one institution, oldest first. */
type ComparedLine = {
  readonly institution: InstitutionRow
  /** That of the current offer, which may be for everyone. */
  readonly variant: Variant
  readonly readings: readonly PlotPoint[]
}

/** The headline rates of the institutions over time, in one chart. */
export function ComparisonHistory(props: ComparisonHistoryProps) {
  const { institutions, terms, rows, from, until } = props
  const { client, messages } = useApp()
  const { matrix } = messages
  const request = useRequest('', (signal) =>
    Promise.all(
      institutions.map(async (institution): Promise<ComparedLine> => {
        const offer = offerOf(rows, institution.id, terms.tenure)
        const variant = offer?.product_variant ?? terms.variant
        const parameters = {
          institution_id: institution.id,
          variant,
          // The filter of the history finds a range by its lower bound.
          tenure_months: offer?.tenure_months ?? terms.tenure,
          payout_type: terms.payout,
        }
        const records = await allRows(client.pagesOfRateHistory(parameters, { signal }))
        return {
          institution,
          variant,
          readings: readingsOf(headlineRecords(records, offer)),
        }
      }),
    ),
  )
  return (
    <section>
      <h2>{matrix.overTime}</h2>
      <RequestResult request={request} rows={8}>
        {(lines) =>
          lines.every(({ readings }) => readings.length === 0) ? (
            <EmptyState title={matrix.noHistory}>{matrix.noHistoryAdvice}</EmptyState>
          ) : (
            <HistoryChart lines={lines} terms={terms} from={from} until={until} />
          )
        }
      </RequestResult>
    </section>
  )
}

/** The history of the headline offer; of the tier with the lowest minimum deposit where none is offered now. */
function headlineRecords(
  records: readonly RateHistoryRow[],
  offer: EvidenceRow | undefined,
): readonly RateHistoryRow[] {
  const tiers = tierHistories(records)
  const offered = tiers.find(
    (tier) =>
      offer !== undefined &&
      tenuresKeyOf(tier) === tenuresKeyOf(offer) &&
      sameDecimal(tier.minimum, toDecimal(offer.min_deposit)),
  )
  return (offered ?? tiers.at(0))?.records ?? []
}

type HistoryChartProps = Omit<ComparisonHistoryProps, 'institutions' | 'rows'> & {
  readonly lines: readonly ComparedLine[]
}

function HistoryChart({ lines, terms, from, until }: HistoryChartProps) {
  const { asOf, messages, now } = useApp()
  const { matrix, words } = messages
  const all = lines.flatMap(({ readings }) => readings)
  const present = asOf === undefined ? now().getTime() : Date.parse(asOf.at)
  const range = {
    from: from === '' ? Math.min(...all.map(({ x }) => x)) : startOf(from),
    until: until === '' ? present : startOf(dayAfter(until)),
  }
  // The place of an institution among the chosen gives it its colour and its mark, as in the chart by tenure.
  const shown = lines.map(({ institution, variant, readings }, place) => ({
    institution,
    variant,
    place,
    segments: clipSegments(segmentsOf(readings), range.from, range.until),
    readings: readings.filter(({ x }) => x >= range.from && x <= range.until),
  }))
  const points = shown.flatMap(({ readings }) => readings)
  const names = lines.map(({ institution }) => institution.name).join(', ')
  const drawn = shown
    .filter(({ segments, readings }) => segments.length + readings.length > 0)
    .map((line) => ({
      ...line,
      // The segments may begin before the first reading of the range, and end after the last one.
      rates: [...line.segments.flatMap(({ points }) => points), ...line.readings].map(
        ({ rate }) => rate,
      ),
      lastRate: (line.readings.at(-1) ?? line.segments.at(-1)?.points.at(-1))?.rate ?? '',
    }))
  if (drawn.length === 0)
    return <EmptyState title={matrix.noHistoryInRange}>{matrix.chooseOtherDays}</EmptyState>
  // Labels of equal rates would cover each other.
  const hasOwnLabel = (rate: string, index: number): boolean =>
    drawn.findIndex(({ lastRate }) => lastRate === rate) === index
  const exported = shown.flatMap(({ institution, variant, readings }) =>
    readings.map((reading) => ({ institution, variant, ...reading })),
  )
  const title = matrix.overTimeTitle({ terms: words.terms(terms), names })
  return (
    <Part
      id="comparison"
      title={title}
      hasChart
      table={
        points.length === 0
          ? undefined
          : exportTable<(typeof exported)[number]>(
              [
                ['institutionId', ({ institution }) => institution.id],
                ['institution', ({ institution }) => institution.name],
                ['variant', ({ variant }) => words.variants[variant]],
                ['readAt', ({ x }) => new Date(x).toISOString()],
                ['rate', ({ rate }) => rate],
                [
                  'withdrawnAt',
                  ({ withdrawnAt: at }) => (at === undefined ? null : new Date(at).toISOString()),
                ],
              ],
              () => exported,
              messages,
            )
      }
    >
      <PlotFrame
        context={title}
        note={matrix.overTimeNote}
        plotHeight={260}
        x={{ kind: 'time', from: range.from, until: Math.max(range.until, range.from + 1) }}
        yTicks={rateTicks(
          drawn.flatMap(({ rates }) => rates),
          5,
        )}
        series={drawn.map(({ institution, place, segments, readings, lastRate }, index) => ({
          name: institution.name,
          className: `line-${place + 1}`,
          shape: 'steps',
          segments,
          marks: readings,
          marker: markers[place % markers.length] ?? 'circle',
          endLabel: hasOwnLabel(lastRate, index) ? formatRate(lastRate) : '',
        }))}
        stops={
          points.length === 0
            ? [range.from, range.until]
            : [...new Set(points.map(({ x }) => x))].toSorted((a, b) => a - b)
        }
        textAt={(at) =>
          lines
            .map(({ institution, readings }) =>
              matrix.curveAt({
                tenure: institution.name,
                figures: readingTextAt(readings, at, messages),
              }),
            )
            .join('; ')
        }
      />
    </Part>
  )
}
