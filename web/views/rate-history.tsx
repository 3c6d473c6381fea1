import { sameDecimal } from '../../src/domain/decimal.ts'
import { hasTerms, type Payout, type Variant } from '../../src/domain/offer.ts'
import type { CorrectionRow, InstitutionRow, OfferRow, RateHistoryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { axesOf, TierChart } from '../chart/tier-chart.tsx'
import { formatTenure, termsOf, toDecimal } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { formatMinimum, formatRate } from '../parts/figures.tsx'
import { EmptyState, RequestResult } from '../parts/states.tsx'
import { PayoutAndVariant } from '../parts/terms-controls.tsx'
import { institutionPath, pathWith } from '../routes.ts'
import { useRequest } from '../use-request.ts'
import { RateHistoryTable } from './rate-history-table.tsx'
import { tierHistories, type TierHistory } from './tier-histories.ts'

type RateHistoryProps = {
  readonly institution: InstitutionRow
  readonly offers: readonly OfferRow[]
  /** When the institution's rates were last checked: the end of the charts. */
  readonly lastChecked: string
  readonly variant: Variant
  readonly payout: Payout
}

/** The history of an institution's rates: a small chart for each tier, all on the same axes. */
export function RateHistory(props: RateHistoryProps) {
  const { institution, variant, payout } = props
  const { route, navigate } = useApp()
  const set = (name: string, value: string): void =>
    navigate(pathWith(institutionPath(institution.id), route.query, { [name]: value }))
  return (
    <section>
      <h2>How each rate moved</h2>
      <form class="controls" aria-label="Rates" onSubmit={(event) => event.preventDefault()}>
        <PayoutAndVariant payout={payout} variant={variant} onChange={set} />
      </form>
      {/* A new key, so that no chart of the previous terms stays below the new ones. */}
      <HistoryOfTerms key={`${variant} ${payout}`} {...props} />
    </section>
  )
}

function HistoryOfTerms({ institution, offers, lastChecked, variant, payout }: RateHistoryProps) {
  const { client } = useApp()
  const request = useRequest(institution.id, async (signal) => {
    const records: RateHistoryRow[] = []
    const corrections: CorrectionRow[] = []
    const parameters = { institution_id: institution.id, variant, payout_type: payout }
    for await (const page of client.pagesOfRateHistory(parameters, { signal }))
      records.push(...page.rows)
    for await (const page of client.pagesOfCorrections(
      { institution_id: institution.id },
      { signal },
    ))
      corrections.push(...page.rows.filter((row) => hasTerms(termsOf(row), { variant, payout })))
    return { records, corrections }
  })
  return (
    <RequestResult request={request} rows={8}>
      {({ records, corrections }) =>
        records.length === 0 ? (
          <EmptyState title="It has never printed a rate on these terms.">
            Choose when interest is paid, or for whom, above.
          </EmptyState>
        ) : (
          <>
            <HistoryCharts
              records={records}
              lastChecked={lastChecked}
              offers={offers.filter((offer) => hasTerms(termsOf(offer), { variant, payout }))}
            />
            <RateHistoryTable
              records={records}
              corrections={corrections}
              institutionName={institution.name}
              variant={variant}
              payout={payout}
            />
            <ExportLinks
              path={`rates/history/${encodeURIComponent(institution.id)}`}
              query={{ variant, payout_type: payout, limit: '1000' }}
            />
          </>
        )
      }
    </RequestResult>
  )
}

type HistoryChartsProps = {
  /** Newest first. */
  readonly records: readonly RateHistoryRow[]
  readonly lastChecked: string
  /** The offers of the same variant and payout. */
  readonly offers: readonly OfferRow[]
}

function HistoryCharts({ records, lastChecked, offers }: HistoryChartsProps) {
  const axes = axesOf(records, lastChecked)
  const histories = tierHistories(records)
  return (
    <div class="multiples">
      {histories.map((history) => {
        const { tenure, minimum } = history
        const isOnlyTier = histories.filter((other) => other.tenure === tenure).length === 1
        const isOffered = offers.some((offer) => isOfferOf(history, offer))
        return (
          <TierChart
            key={`${tenure} ${minimum}`}
            title={`${formatTenure(tenure)}${isOnlyTier ? '' : `, ${formatMinimum(minimum)}`}`}
            note={
              isOffered
                ? `${formatRate(history.records.at(-1)?.new_rate_pa ?? '')} %`
                : 'no longer offered'
            }
            records={history.records}
            axes={axes}
            isOffered={isOffered}
          />
        )
      })}
    </div>
  )
}

function isOfferOf({ tenure, minimum }: TierHistory, offer: OfferRow): boolean {
  return (
    sameDecimal(toDecimal(offer.tenure_months), tenure) &&
    sameDecimal(toDecimal(offer.min_deposit), minimum)
  )
}
