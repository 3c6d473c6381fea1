import type { Payout } from '../../src/domain/offer.ts'
import { institutionAddress } from '../address.ts'
import type { Freshness } from '../api.ts'
import { centsText, Figure, moneyText, placesOf, rateText } from '../parts/figures.tsx'
import { Confirmed, StaleMark } from '../parts/stale-mark.tsx'
import { Scroll } from '../parts/scroll.tsx'
import { Link } from '../router.tsx'
import { tenureWords } from '../words.ts'
import type { OfferYield } from './offer-yield.ts'

type DepositTableProps = {
  readonly yields: readonly OfferYield[]
  readonly payout: Payout
  readonly freshness: readonly Freshness[]
}

const lastHeads = {
  maturity: 'At maturity',
  monthly: 'Income a month',
  quarterly: 'Income a quarter',
  annual: 'Income a year',
} as const satisfies Record<Payout, string>

/** What each offer brings. One that asks for more than the amount stands where it would stand, greyed, with the reason. */
export function DepositTable({ yields, payout, freshness }: DepositTableProps) {
  const currency = yields[0]?.offer.currency ?? ''
  const places = placesOf(yields.map(({ offer }) => offer.rate_pa))
  return (
    <Scroll label="What each offer brings">
      <table class="deposits">
        <caption>
          The highest annual effective rate first; amounts in {currency}, before tax
        </caption>
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col" class="roomy">
              Tenure
            </th>
            <th scope="col" class="number roomy">
              Rate, %
            </th>
            <th scope="col" class="number">
              <abbr title="Annual effective rate">AER</abbr>, %
            </th>
            <th scope="col" class="number roomy">
              All interest
            </th>
            <th scope="col" class="number">
              {lastHeads[payout]}
            </th>
            <th scope="col" class="roomy">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>
          {yields.map((one) => (
            <Row key={keyOf(one)} {...one} payout={payout} places={places} freshness={freshness} />
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function keyOf({ offer }: OfferYield): string {
  return `${offer.institution_id} ${offer.tenure_months} ${offer.min_deposit}`
}

type RowProps = OfferYield & Omit<DepositTableProps, 'yields'> & { readonly places: number }

function Row({ offer, isOpen, aer, payout, places, freshness, ...sums }: RowProps) {
  const [first, second] = [sums.interest, payout === 'maturity' ? sums.maturityValue : sums.income]
  return (
    <tr class={isOpen ? undefined : 'closed'}>
      <th scope="row">
        <Link to={institutionAddress(offer.institution_id)}>{offer.institution_name}</Link>
        <span class="under">
          <span class="narrow">
            {tenureWords(offer.tenure_months)} at {rateText(offer.rate_pa)} %
          </span>
          <span class="narrow">
            <StaleMark of={offer.institution_id} freshness={freshness} />
          </span>
          {!isOpen && <span class="reason">asks for at least {moneyText(offer.min_deposit)}</span>}
          {isOpen && /[1-9]/.test(offer.min_deposit) && (
            <span>from {moneyText(offer.min_deposit)}</span>
          )}
        </span>
      </th>
      <td class="roomy">{tenureWords(offer.tenure_months)}</td>
      <td class="number roomy">
        <Figure value={offer.rate_pa} places={places} />
      </td>
      <td class="number strong">
        <Figure value={aer} />
      </td>
      <td class="number roomy">{isOpen ? centsText(first) : '–'}</td>
      <td class="number">{isOpen ? centsText(second) : '–'}</td>
      <td class="date roomy">
        <Confirmed of={offer.institution_id} freshness={freshness} />
      </td>
    </tr>
  )
}
