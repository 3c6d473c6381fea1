import type { Decimal } from '../../src/domain/decimal.ts'
import { payouts, variants } from '../../src/domain/offer.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { NoOffers, Shown, WrongAddress } from '../parts/states.tsx'
import { rateText } from '../parts/figures.tsx'
import { staleWords } from '../parts/stale-mark.tsx'
import type { Freshness } from '../api.ts'
import { TakeAlong } from '../parts/take-along.tsx'
import { readAddress } from '../read-address.ts'
import { both, useAsked } from '../use-asked.ts'
import { termsWords } from '../words.ts'
import { DepositControls } from './deposit-controls.tsx'
import { DepositTable } from './deposit-table.tsx'
import { Formulas } from './formulas.tsx'
import { yieldsOf, type OfferYield } from './offer-yield.ts'

const million = '1000000' as Decimal

/** What an amount brings: maturity value or income of every offer, and the rate that makes them comparable. */
export function DepositView() {
  const { api, place } = usePage()
  const reader = readAddress(place.query)
  const amount = reader.amount('amount', million)
  const tenure = reader.anyTenure('tenure')
  const payout = reader.choice('payout', payouts, 'maturity')
  const variant = reader.choice('variant', variants, 'general')
  const groups = useAsked('', async (signal) => (await api.getSummary({}, { signal })).rows)
  const asked = useAsked(`${tenure} ${payout} ${variant}`, async (signal) => {
    const terms = { variant, payout_type: payout, ...(tenure !== '' && { tenure_months: tenure }) }
    const [offers, freshness] = await Promise.all([
      api.listCurrentOffers(terms, { signal }),
      api.listFreshness({}, { signal }),
    ])
    return { offers: offers.rows, freshness: freshness.rows, tenure, payout, variant }
  })
  // While other terms are asked for, and where they could not be had, the words are those of the figures that are shown.
  const shown = asked.value ?? { tenure, payout, variant }
  const yields = asked.value === undefined ? undefined : yieldsOf(asked.value.offers, amount)
  return (
    <>
      <Headline
        kicker={termsWords(shown)}
        title="What do I get"
        {...depositHeadline(yields, asked.value?.freshness)}
      />
      <DepositControls groups={groups.value} asked={{ amount, tenure, payout, variant }} />
      <WrongAddress wrong={reader.wrong()} />
      <Shown of={both(asked, groups)} rows={14}>
        {({ freshness }) =>
          yields === undefined || yields.length === 0 ? (
            <NoOffers hasAny={groups.value?.length !== 0} what="a deposit" />
          ) : (
            <>
              <DepositTable yields={yields} payout={shown.payout} freshness={freshness} />
              <TakeAlong
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
      </Shown>
      <Formulas payout={shown.payout} />
    </>
  )
}

function depositHeadline(
  yields: readonly OfferYield[] | undefined,
  freshness: readonly Freshness[] = [],
) {
  const best = yields?.find(({ isOpen }) => isOpen)
  const about =
    'The annual effective rate (AER) is what a year brings if interest is put back as soon as it is paid. Offers of different tenures and payouts can be compared by it; by the printed rate they cannot.'
  if (best === undefined) return { says: 'What a deposit brings', more: about }
  const { offer, aer } = best
  return {
    says: `At most ${rateText(aer)} % a year, from ${offer.institution_name}`,
    more: `${staleWords(offer.institution_id, freshness)} ${about}`.trim(),
  }
}
