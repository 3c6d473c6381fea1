import type { Decimal } from '../../src/domain/decimal.ts'
import { payouts, variants } from '../../src/domain/offer.ts'
import { usePage } from '../page-context.ts'
import { Headline } from '../parts/headline.tsx'
import { Empty, Shown, Trouble, WrongAddress } from '../parts/states.tsx'
import { rateText } from '../parts/figures.tsx'
import { readAddress } from '../read-address.ts'
import { useAsked } from '../use-asked.ts'
import { payoutWords, tenureWords, variantWords } from '../words.ts'
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
    return { offers: offers.rows, freshness: freshness.rows }
  })
  const yields = asked.value === undefined ? undefined : yieldsOf(asked.value.offers, amount)
  return (
    <>
      <Headline
        kicker={`${tenure === '' ? 'Any tenure' : tenureWords(tenure)}, paid ${payoutWords[payout]}, for ${variantWords[variant]}`}
        title="What do I get"
        {...depositHeadline(yields)}
      />
      <DepositControls groups={groups.value} asked={{ amount, tenure, payout, variant }} />
      {groups.trouble !== undefined && (
        <Trouble trouble={groups.trouble} again={groups.again} hasValue={false} />
      )}
      <WrongAddress wrong={reader.wrong()} />
      <Shown of={asked} rows={14}>
        {({ freshness }) =>
          yields === undefined || yields.length === 0 ? (
            <Empty title="Nobody offers a deposit on these terms.">
              Choose another tenure, payout or saver above; the tenures in the list have offers.
            </Empty>
          ) : (
            <DepositTable yields={yields} payout={payout} freshness={freshness} />
          )
        }
      </Shown>
      <Formulas payout={payout} />
    </>
  )
}

function depositHeadline(yields: readonly OfferYield[] | undefined) {
  const best = yields?.find(({ isOpen }) => isOpen)
  const more =
    'The annual effective rate (AER) is what a year brings if interest is put back as soon as it is paid. Offers of different tenures and payouts can be compared by it; by the printed rate they cannot.'
  if (best === undefined) return { says: 'What a deposit brings', more }
  const { offer, aer } = best
  return {
    says: `At most ${rateText(aer)} % a year, from ${offer.institution_name}`,
    more,
  }
}
