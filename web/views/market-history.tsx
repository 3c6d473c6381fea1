import { useMemo, useState } from 'preact/hooks'
import { dayAfter, dayOf, startOf, type Day } from '../../src/domain/day.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Terms } from '../../src/domain/offer.ts'
import { institutionTypes } from '../../src/domain/institution.ts'
import { addressWith } from '../address.ts'
import { HistoryPanel } from '../chart/history-panel.tsx'
import { ratesOf, spanOf, stretchAt, stretchesOf, within } from '../chart/stretches.ts'
import { usePage } from '../page-context.ts'
import { DayField } from '../parts/controls.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { useAsked } from '../use-asked.ts'
import { countOf, shortDay, typeWords } from '../words.ts'
import { rateText } from '../parts/figures.tsx'
import { HistoryTable } from './history-table.tsx'

type MarketHistoryProps = {
  readonly terms: Terms
  readonly from: Day | ''
  readonly until: Day | ''
}

/** How the market moved: banks and finance companies apart, on the same axes, with a range to drag. */
export function MarketHistory({ terms, from, until }: MarketHistoryProps) {
  const { api } = usePage()
  const { variant, tenure, payout } = terms
  const asked = useAsked(`${variant} ${tenure} ${payout}`, async (signal) => {
    const parameters = { variant, tenure_months: tenure, payout_type: payout }
    return (await api.listSummaryHistory(parameters, { signal })).rows
  })
  return (
    <section class="history">
      <h2>How it moved</h2>
      <p class="legend">
        The line is the median, the band reaches from the lowest to the highest rate, % a year.
      </p>
      <Shown of={asked} rows={8}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nothing is known of these terms.">
              Choose another tenure, payout or saver above.
            </Empty>
          ) : (
            <Panels rows={rows} from={from} until={until} />
          )
        }
      </Shown>
    </section>
  )
}

type Rows = Parameters<typeof stretchesOf>[0]

function Panels({
  rows,
  from,
  until,
}: Omit<MarketHistoryProps, 'terms'> & { readonly rows: Rows }) {
  const { place, go } = usePage()
  const [at, setAt] = useState<number | undefined>(undefined)
  const all = useMemo(
    () =>
      institutionTypes.map((type) => ({
        type,
        stretches: stretchesOf(rows.filter((row) => row.institution_type === type)),
      })),
    [rows],
  )
  const whole = spanOf(all.flatMap(({ stretches }) => stretches))
  const span = [
    from === '' ? whole[0] : startOf(from),
    until === '' ? whole[1] : startOf(dayAfter(until)),
  ] as const
  const isReversed = from !== '' && until !== '' && from > until
  const panels = all
    .map(({ type, stretches }) => ({ type, stretches: within(stretches, span[0], span[1]) }))
    .filter(({ stretches }) => !isReversed && stretches.length > 0)
  const show = (first: string, last: string): void =>
    go(addressWith('', place.query, { from: first, until: last }))
  const rates = ratesOf(panels.flatMap(({ stretches }) => stretches))
  return (
    <>
      <div class="controls">
        <DayField label="From" value={from} onPick={(day) => show(day, until)} />
        <DayField label="Until" value={until} onPick={(day) => show(from, day)} />
        <button type="button" disabled={from === '' && until === ''} onClick={() => show('', '')}>
          Show all
        </button>
        <p class="hint">Drag across a chart to look closer.</p>
      </div>
      {panels.length === 0 ? (
        <Empty
          title={
            isReversed ? 'The last day is before the first.' : 'Nothing is known of these days.'
          }
        >
          Choose other days, or show all: the book knows these terms from{' '}
          {shortDay(dayText(whole[0]))}.
        </Empty>
      ) : (
        <div class="panels">
          {panels.map(({ type, stretches }) => (
            <HistoryPanel
              key={type}
              name={type}
              title={<Reading type={type} stretches={stretches} at={at} />}
              stretches={stretches}
              span={span}
              rates={rates}
              at={at}
              onRead={setAt}
              onRange={(first, last) => show(dayText(first), dayText(last))}
            />
          ))}
        </div>
      )}
      <HistoryTable panels={panels} />
    </>
  )
}

function dayText(at: number): Day {
  return dayOf(at as Instant)
}

type ReadingProps = Pick<Parameters<typeof HistoryPanel>[0], 'stretches' | 'at'> & {
  readonly type: keyof typeof typeWords
}

/** The name of a panel, and what it says at the instant that is pointed at. */
function Reading({ type, stretches, at }: ReadingProps) {
  const read = at === undefined ? undefined : stretchAt(stretches, at)
  return (
    <>
      <strong>{typeWords[type]}</strong>{' '}
      {at !== undefined && (
        <span>
          {shortDay(dayText(at))}:{' '}
          {read === undefined
            ? 'nothing known'
            : `median ${rateText(read.snapshot.median_rate_pa)}, ${rateText(read.snapshot.min_rate_pa)} to ${rateText(read.snapshot.max_rate_pa)}, ${countOf(read.snapshot.institution_count, 'offer')}`}
        </span>
      )}
    </>
  )
}
