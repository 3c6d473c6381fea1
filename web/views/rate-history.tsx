import { canonicalDecimal, compareDecimals } from '../../src/domain/decimal.ts'
import { hasTerms, type Payout, type Variant } from '../../src/domain/offer.ts'
import { addressWith, institutionAddress } from '../address.ts'
import type { HistoryRecord, Offer } from '../api.ts'
import { axesOf, StepChart } from '../chart/step-chart.tsx'
import { usePage } from '../page-context.ts'
import { Figure, rateText } from '../parts/figures.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { TakeAlong } from '../parts/take-along.tsx'
import { PayoutAndVariant } from '../parts/terms-controls.tsx'
import { useAsked } from '../use-asked.ts'
import { decimal, shortDay, tenureWords, termsOf } from '../words.ts'

type RateHistoryProps = {
  readonly id: string
  readonly offers: readonly Offer[]
  /** Until when the rates are known to stand. */
  readonly until: string
  /** Of which rates. */
  readonly variant: Variant
  readonly payout: Payout
}

/** How each rate of an institution moved: a small chart for each tenure, all on the same axes. */
export function RateHistory(props: RateHistoryProps) {
  const { id, variant, payout } = props
  const { place, go } = usePage()
  const set = (name: string, value: string): void =>
    go(addressWith(institutionAddress(id), place.query, { [name]: value }))
  return (
    <section>
      <h2>How each rate moved</h2>
      <form class="controls" aria-label="Rates" onSubmit={(event) => event.preventDefault()}>
        <PayoutAndVariant payout={payout} variant={variant} onPick={set} />
      </form>
      {/* Other terms begin anew: no chart stands under a name that is not its own. */}
      <Moves key={`${variant} ${payout}`} {...props} />
    </section>
  )
}

function Moves({ id, offers, until, variant, payout }: RateHistoryProps) {
  const { api } = usePage()
  const asked = useAsked(id, async (signal) => {
    const records: HistoryRecord[] = []
    const parameters = { institution_id: id, variant, payout_type: payout }
    for await (const page of api.pagesOfRateHistory(parameters, { signal }))
      records.push(...page.rows)
    return records
  })
  return (
    <Shown of={asked} rows={8}>
      {(records) =>
        records.length === 0 ? (
          <Empty title="It has never printed a rate on these terms.">
            Choose when interest is paid, or for whom, above.
          </Empty>
        ) : (
          <>
            <Charts
              records={records}
              until={until}
              offered={offers
                .filter((offer) => hasTerms(termsOf(offer), { variant, payout }))
                .map((offer) => canonicalDecimal(decimal(offer.tenure_months)))}
            />
            <TakeAlong
              path={`rates/history/${encodeURIComponent(id)}`}
              query={{ variant, payout_type: payout, limit: '1000' }}
            />
          </>
        )
      }
    </Shown>
  )
}

type ChartsProps = {
  /** Newest first. */
  readonly records: readonly HistoryRecord[]
  readonly until: string
  /** The tenures that are offered now. */
  readonly offered: readonly string[]
}

function Charts({ records, until, offered }: ChartsProps) {
  const axes = axesOf(records, until)
  const byTenure = Map.groupBy(records, (record) => canonicalDecimal(decimal(record.tenure_months)))
  const series = [...byTenure].toSorted(([a], [b]) => compareDecimals(a, b))
  return (
    <>
      <div class="multiples">
        {series.map(([tenure, own]) => (
          <figure key={tenure}>
            <figcaption>
              <strong>{tenureWords(tenure)}</strong>{' '}
              <span>
                {offered.includes(tenure)
                  ? `${rateText(own[0]?.new_rate_pa ?? '')} %`
                  : 'no longer offered'}
              </span>
            </figcaption>
            <StepChart
              records={own.toReversed()}
              axes={axes}
              isOffered={offered.includes(tenure)}
            />
          </figure>
        ))}
      </div>
      <details class="behind">
        <summary>The figures behind these charts</summary>
        <Scroll label="Every rate that was printed">
          <table>
            <caption>Every rate that was printed, newest first, % a year</caption>
            <thead>
              <tr>
                <th scope="col">Since</th>
                <th scope="col">Tenure</th>
                <th scope="col" class="number">
                  Before
                </th>
                <th scope="col" class="number">
                  Rate
                </th>
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={`${record.changed_at} ${record.tenure_months}`}>
                  <th scope="row">{shortDay(record.changed_at)}</th>
                  <td>{tenureWords(record.tenure_months)}</td>
                  <td class="number">
                    {record.direction === 'initial' ? (
                      'first'
                    ) : (
                      <Figure value={record.prev_rate_pa} places={3} />
                    )}
                  </td>
                  <td class="number">
                    <Figure value={record.new_rate_pa} places={3} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </details>
    </>
  )
}
