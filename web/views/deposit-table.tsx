import type { Payout } from '../../src/domain/offer.ts'
import type { FreshnessRow } from '../api.ts'
import { formatTenure } from '../format.ts'
import { CorrectionMark } from '../parts/correction-mark.tsx'
import {
  decimalPlaces,
  Figure,
  formatCents,
  formatMinimum,
  formatMoney,
  formatRate,
  hasMinimum,
} from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { ScrollRegion } from '../parts/scroll-region.tsx'
import { LastConfirmed, StaleMark } from '../parts/stale-mark.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { useCorrectedFigures } from '../use-corrected-figures.ts'
import type { OfferYield } from './offer-yield.ts'

type DepositTableProps = {
  readonly yields: readonly OfferYield[]
  readonly payout: Payout
  readonly freshness: readonly FreshnessRow[]
}

const payoutHeads = {
  maturity: 'At maturity',
  monthly: 'Income a month',
  quarterly: 'Income a quarter',
  annual: 'Income a year',
} as const satisfies Record<Payout, string>

/** A row for each offer. Offers whose minimum deposit is above the amount keep their rank but are greyed out. */
export function DepositTable({ yields, payout, freshness }: DepositTableProps) {
  const isCorrected = useCorrectedFigures()
  const currency = yields[0]?.offer.currency ?? ''
  const places = decimalPlaces(yields.map(({ offer }) => offer.rate_pa))
  return (
    <ScrollRegion label="What each offer brings">
      <table class="deposits">
        <caption>
          The highest annual effective rate first; amounts in {currency}, before tax
        </caption>
        <thead>
          <tr>
            <th scope="col">Institution</th>
            <th scope="col" class="wide-only">
              Tenure
            </th>
            <th scope="col" class="number wide-only">
              Rate, %
            </th>
            <th scope="col" class="number">
              <abbr title="Annual effective rate">AER</abbr>, %
            </th>
            <th scope="col" class="number wide-only">
              All interest
            </th>
            <th scope="col" class="number">
              {payoutHeads[payout]}
            </th>
            <th scope="col" class="wide-only">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>
          {yields.map((one) => (
            <DepositRow
              key={keyOfOffer(one)}
              offerYield={one}
              payout={payout}
              places={places}
              freshness={freshness}
              isCorrected={isCorrected(one.offer)}
            />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function keyOfOffer({ offer }: OfferYield): string {
  return `${offer.institution_id} ${offer.tenure_months} ${offer.min_deposit}`
}

type DepositRowProps = Omit<DepositTableProps, 'yields'> & {
  readonly offerYield: OfferYield
  readonly places: number
  readonly isCorrected: boolean
}

function DepositRow(props: DepositRowProps) {
  const { offerYield, payout, places, freshness, isCorrected } = props
  const { offer, meetsMinimum, aer, interest, maturityValue, income } = offerYield
  const paid = payout === 'maturity' ? maturityValue : income
  return (
    <tr class={meetsMinimum ? undefined : 'below-minimum'}>
      <th scope="row">
        <Link to={institutionPath(offer.institution_id)}>{offer.institution_name}</Link>
        <span class="details">
          <span class="narrow-only">
            {formatTenure(offer.tenure_months)} at{' '}
            <ReceiptLink
              figure={offer}
              rate={offer.rate_pa}
              institutionName={offer.institution_name}
            />{' '}
            %
          </span>
          <span class="narrow-only">
            <StaleMark institutionId={offer.institution_id} freshness={freshness} />
          </span>
          {!meetsMinimum && (
            <span class="reason">asks for at least {formatMoney(offer.min_deposit)}</span>
          )}
          {meetsMinimum && hasMinimum(offer.min_deposit) && (
            <span>{formatMinimum(offer.min_deposit)}</span>
          )}
          {isCorrected && (
            <CorrectionMark
              institutionId={offer.institution_id}
              figure={`${formatRate(offer.rate_pa)} %, ${offer.institution_name}, ${formatTenure(offer.tenure_months)}`}
            />
          )}
        </span>
      </th>
      <td class="wide-only">{formatTenure(offer.tenure_months)}</td>
      <td class="number wide-only">
        <ReceiptLink
          figure={offer}
          rate={offer.rate_pa}
          institutionName={offer.institution_name}
          places={places}
        />
      </td>
      <td class="number strong">
        <Figure value={aer} />
      </td>
      <td class="number wide-only">{meetsMinimum ? formatCents(interest) : '–'}</td>
      <td class="number">{meetsMinimum ? formatCents(paid) : '–'}</td>
      <td class="date wide-only">
        <LastConfirmed institutionId={offer.institution_id} freshness={freshness} />
      </td>
    </tr>
  )
}
