import { hasTerms, keyOf, variants, payouts, type Terms } from '../../src/domain/offer.ts'
import type { ComparisonRow, FreshnessRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatTerms, termsOf } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { NoOffers, QueryErrors, RequestResult } from '../parts/states.tsx'
import { TermsControls } from '../parts/terms-controls.tsx'
import { useQueryReader } from '../query-reader.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { MarketFigures } from './market-figures.tsx'
import { marketHeadline } from './market-headline.ts'
import { MarketHistory } from './market-history.tsx'
import { Ranking } from './ranking.tsx'

/** The view of the market for one set of terms: its figures, its history and the offers. */
export function MarketView() {
  const { client } = useApp()
  const reader = useQueryReader()
  const terms: Terms = {
    variant: reader.choice('variant', variants, 'general'),
    tenure: reader.tenure('tenure'),
    payout: reader.choice('payout', payouts, 'maturity'),
  }
  const [from, until] = [reader.day('from'), reader.day('until')]
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const request = useRequest(keyOf(terms), async (signal) => {
    const { variant, payout: payout_type, tenure: tenure_months } = terms
    const [offers, freshness] = await Promise.all([
      client.compareOffers({ variant, payout_type, tenure_months }, { signal }),
      client.listFreshness({}, { signal }),
    ])
    return { offers: offers.rows, freshness: freshness.rows, terms }
  })
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const shown = request.value?.terms ?? terms
  const summaryOfTerms = summary.value?.filter((row) => hasTerms(termsOf(row), shown))
  return (
    <>
      <ViewHeader
        kicker={formatTerms(shown)}
        {...marketHeadline(request.value, summaryOfTerms ?? [], shown.tenure)}
        title="Market"
      />
      <TermsControls summary={summary.value} terms={terms} />
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={withErrorOf(request, summary)} rows={14}>
        {({ offers, freshness }) =>
          offers.length === 0 ? (
            <NoOffers hasOffers={summary.value?.length !== 0} tenure={shown.tenure} />
          ) : (
            <div class="columns">
              <section class="main">
                {summaryOfTerms !== undefined && (
                  <MarketFigures summary={summaryOfTerms} offers={offers} />
                )}
                <MarketHistory key={keyOf(shown)} terms={shown} from={from} until={until} />
              </section>
              <MarketOffers offers={offers} freshness={freshness} terms={shown} />
            </div>
          )
        }
      </RequestResult>
    </>
  )
}

type MarketOffersProps = {
  readonly offers: readonly ComparisonRow[]
  readonly freshness: readonly FreshnessRow[]
  readonly terms: Terms
}

function MarketOffers({ offers, freshness, terms }: MarketOffersProps) {
  const { variant, tenure: tenure_months, payout: payout_type } = terms
  return (
    <section class="side">
      <h2>Who pays what</h2>
      <Ranking offers={offers} freshness={freshness} terms={terms} />
      <ExportLinks path="compare" query={{ tenure_months, variant, payout_type }} />
    </section>
  )
}
