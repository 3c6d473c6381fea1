import type { Decimal } from '../../src/domain/decimal.ts'
import { payouts, variants } from '../../src/domain/offer.ts'
import type { FreshnessRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatTerms } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { formatRate } from '../parts/figures.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { staleSentence } from '../parts/stale-mark.tsx'
import { NoOffers, QueryErrors, RequestResult } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { DepositControls } from './deposit-controls.tsx'
import { DepositTable } from './deposit-table.tsx'
import { Formulas } from './formulas.tsx'
import { yieldsOf, type OfferYield } from './offer-yield.ts'

const defaultAmount = '1000000' as Decimal

/** The view of what an amount earns with each offer, and of the effective rate by which offers compare. */
export function DepositView() {
  const { client } = useApp()
  const reader = useQueryReader()
  const amount = reader.amount('amount', defaultAmount)
  const tenure = reader.anyTenure('tenure')
  const payout = reader.choice('payout', payouts, 'maturity')
  const variant = reader.choice('variant', variants, 'general')
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const request = useRequest(`${tenure} ${payout} ${variant}`, async (signal) => {
    const terms = { variant, payout_type: payout, ...(tenure !== '' && { tenure_months: tenure }) }
    const [offers, freshness] = await Promise.all([
      client.listCurrentOffers(terms, { signal }),
      client.listFreshness({}, { signal }),
    ])
    return { offers: offers.rows, freshness: freshness.rows, tenure, payout, variant }
  })
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const shown = request.value ?? { tenure, payout, variant }
  const yields = request.value === undefined ? undefined : yieldsOf(request.value.offers, amount)
  return (
    <>
      <ViewHeader
        kicker={formatTerms(shown)}
        title="What do I get"
        {...depositHeadline(yields, request.value?.freshness)}
      />
      <DepositControls summary={summary.value} selected={{ amount, tenure, payout, variant }} />
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={withErrorOf(request, summary)} rows={14}>
        {({ freshness }) =>
          yields === undefined || yields.length === 0 ? (
            <NoOffers hasOffers={summary.value?.length !== 0} tenure={shown.tenure} />
          ) : (
            <>
              <DepositTable yields={yields} payout={shown.payout} freshness={freshness} />
              <ExportLinks
                what="the rates behind these figures"
                path="rates/current"
                query={{
                  variant: shown.variant,
                  payout_type: shown.payout,
                  ...(shown.tenure !== '' && { tenure_months: shown.tenure }),
                }}
              />
            </>
          )
        }
      </RequestResult>
      <Formulas payout={shown.payout} />
    </>
  )
}

const explanation =
  'The annual effective rate (AER) is what a year brings if interest is put back as soon as it is paid. Offers of different tenures and payouts can be compared by it; by the printed rate they cannot.'

function depositHeadline(
  yields: readonly OfferYield[] | undefined,
  freshness: readonly FreshnessRow[] = [],
) {
  const best = yields?.find(({ meetsMinimum }) => meetsMinimum)
  if (best === undefined) return { heading: 'What a deposit brings', details: explanation }
  const { offer, aer } = best
  return {
    heading: `At most ${formatRate(aer)} % a year, from ${offer.institution_name}`,
    details: `${staleSentence(offer.institution_id, freshness)} ${explanation}`.trim(),
  }
}
