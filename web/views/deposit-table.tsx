import type { Payout } from '../../src/domain/offer.ts'
import { institutionAddress } from '../address.ts'
import type { Freshness } from '../api.ts'
import { centsText, Figure, moneyText, placesOf } from '../parts/figures.tsx'
import { StaleMark } from '../parts/stale-mark.tsx'
import { Link } from '../router.tsx'
import { tenureWords } from '../words.ts'
import type { OfferYield } from './offer-yield.ts'

type DepositTableProps = {
  readonly yields: readonly OfferYield[]
  readonly payout: Payout
  readonly freshness: readonly Freshness[]
}

const incomeHeads = { monthly: 'A month', quarterly: 'A quarter', annual: 'A year' } as const

/** What each offer brings. One that asks for more than the amount stands where it would stand, greyed, with the reason. */
export function DepositTable({ yields, payout, freshness }: DepositTableProps) {
  const currency = yields[0]?.offer.currency ?? ''
  const places = placesOf(yields.map(({ offer }) => offer.rate_pa))
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What each offer brings">
      <table class="deposits">
        <caption>
          The highest annual effective rate first; amounts in {currency}, before tax
        </caption>
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col">Tenure</th>
            <th scope="col" class="number">
              Rate, %
            </th>
            <th scope="col" class="number">
              <abbr title="Annual effective rate">AER</abbr>, %
            </th>
            {payout === 'maturity' ? (
              <>
                <th scope="col" class="number">
                  Interest
                </th>
                <th scope="col" class="number">
                  At maturity
                </th>
              </>
            ) : (
              <>
                <th scope="col" class="number">
                  {incomeHeads[payout]}
                </th>
                <th scope="col" class="number">
                  All interest
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {yields.map((one) => (
            <Row key={keyOf(one)} {...one} payout={payout} places={places} freshness={freshness} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function keyOf({ offer }: OfferYield): string {
  return `${offer.institution_id} ${offer.tenure_months} ${offer.min_deposit}`
}

type RowProps = OfferYield & Omit<DepositTableProps, 'yields'> & { readonly places: number }

function Row({ offer, isOpen, aer, payout, places, freshness, ...sums }: RowProps) {
  const [first, second] =
    payout === 'maturity' ? [sums.interest, sums.maturityValue] : [sums.income, sums.interest]
  return (
    <tr class={isOpen ? undefined : 'closed'}>
      <th scope="row">
        <Link to={institutionAddress(offer.institution_id)}>{offer.institution_name}</Link>
        <span class="under">
          {!isOpen && (
            <span class="reason">asks for at least {moneyText(offer.min_deposit)}</span>
          )}
          {isOpen && /[1-9]/.test(offer.min_deposit) && (
            <span>from {moneyText(offer.min_deposit)}</span>
          )}
          <StaleMark of={offer.institution_id} freshness={freshness} />
        </span>
      </th>
      <td>{tenureWords(offer.tenure_months)}</td>
      <td class="number">
        <Figure value={offer.rate_pa} places={places} />
      </td>
      <td class="number strong">
        <Figure value={aer} />
      </td>
      <td class="number">{isOpen ? centsText(first) : '–'}</td>
      <td class="number">{isOpen ? centsText(second) : '–'}</td>
    </tr>
  )
}
