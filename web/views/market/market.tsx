import { institutionTypes } from '../../../src/domain/institution.ts'
import { keyOf, payouts, variants, type Terms } from '../../../src/domain/offer.ts'
import { byFreshness, loadBackground, loadEvidence } from '../../api/background.ts'
import { useRequest, withErrorOf } from '../../api/use-request.ts'
import { useApp } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import {
  PayoutField,
  StaleSwitch,
  TenureField,
  TypeField,
  VariantField,
} from '../../parts/filter-fields.tsx'
import { InsuranceNote } from '../../parts/insurance.tsx'
import { NoOffers, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { headlineOffers } from '../../rates/best-offers.ts'
import { rateFigures } from '../../rates/rate-figures.ts'
import { ratesExport } from '../../rates/rates-export.ts'
import { Part } from '../../take-along/part.tsx'
import { MarketFigures } from './market-figures.tsx'
import { marketHeadline } from './market-headline.ts'
import { useMarketHistory, MarketHistory } from './market-history.tsx'
import { Ranking } from './ranking.tsx'

/** The view of the market for one set of terms: its figures, its history and the offers. */
export function MarketView() {
  const { client, route, messages } = useApp()
  const { deposit, market, words } = messages
  const reader = useQueryReader()
  const terms: Terms = {
    variant: reader.choice('variant', variants, 'general'),
    tenure: reader.tenure('tenure'),
    payout: reader.choice('payout', payouts, 'maturity'),
  }
  const type = reader.optional('type', institutionTypes)
  const includesOlder = reader.flag('stale')
  const { from, until } = reader.range()
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const request = useRequest(keyOf(terms), async (signal) => {
    const [background, evidence] = await Promise.all([
      loadBackground(client, signal),
      loadEvidence(client, terms, signal),
    ])
    return { offers: headlineOffers(evidence, background.institutions), background, terms }
  })
  const history = useMarketHistory(terms)
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const shown = request.value?.terms ?? terms
  const ofType = (request.value?.offers ?? []).filter(
    (offer) => type === '' || offer.institution_type === type,
  )
  const offers = byFreshness(ofType, (offer) => offer, includesOlder)
  const figures = rateFigures(offers.counted)
  const population = words.terms({ ...shown, type, includesOlder })
  return (
    <>
      <ViewHeader
        kicker={population}
        {...marketHeadline({ offers, figures, tenure: shown.tenure }, messages)}
        title={market.title}
      />
      <FilterBar chosen={population}>
        <TypeField value={type} />
        <TenureField
          value={terms.tenure}
          summary={summary.value}
          filter={terms}
          type={type}
          offers={request.value?.offers ?? []}
        />
        <PayoutField value={terms.payout} />
        <VariantField value={terms.variant} />
        <StaleSwitch value={includesOlder} />
      </FilterBar>
      <QueryErrors errors={reader.errors()} />
      {shown.variant !== 'general' && !route.isEmbedded && (
        <p class="only-variant">
          {market.onlyVariant({
            savers: words.variants[shown.variant],
            depositTitle: deposit.title,
            link: (text) => <Link to="deposit">{text}</Link>,
          })}
        </p>
      )}
      <RequestResult request={withErrorOf(request, summary)} rows={14}>
        {(answer) =>
          ofType.length === 0 ? (
            <NoOffers hasOffers={answer.background.currency !== ''} tenure={shown.tenure} />
          ) : (
            <div class="columns">
              <section class="main">
                {figures.length > 0 && (
                  <MarketFigures figures={figures} offers={offers.counted} terms={population} />
                )}
                <MarketHistory
                  key={keyOf(shown)}
                  terms={shown}
                  offers={answer.offers}
                  history={history}
                  from={from}
                  until={until}
                />
              </section>
              <section>
                <h2>{market.ranking}</h2>
                <Part
                  id="ranking"
                  title={market.rankingTitle({ terms: population })}
                  table={ratesExport(
                    ofType.map((evidence) => ({ evidence, tenure: shown.tenure })),
                    [],
                    answer.background,
                    messages,
                  )}
                >
                  <Ranking key={`${keyOf(shown)} ${type}`} {...answer} offers={offers} />
                  <p class="ranking-note">{market.explanation}</p>
                  <InsuranceNote {...answer.background} />
                </Part>
              </section>
            </div>
          )
        }
      </RequestResult>
    </>
  )
}
