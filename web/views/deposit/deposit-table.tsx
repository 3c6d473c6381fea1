import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Payout, Variant } from '../../../src/domain/offer.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Background, ByFreshness } from '../../api/background.ts'
import { decimalPlaces } from '../../parts/figures.tsx'
import { useGrowingRows } from '../../parts/growing-rows.tsx'
import { OlderRows } from '../../parts/older-rows.tsx'
import { ScrollRegion } from '../../parts/scroll-region.tsx'
import { DepositRow } from './deposit-row.tsx'
import type { ReachedTier } from './offer-yield.ts'

type DepositTableProps = {
  /** Highest annual effective rate first. */
  readonly tiers: ByFreshness<ReachedTier>
  readonly amount: Decimal
  /** Empty for any, as the payout. */
  readonly tenure: Decimal | ''
  readonly payout: Payout | ''
  /** The variant that the reader asks for; an offer may be for everyone all the same. */
  readonly variant: Variant
  readonly background: Background
}

/** A row for each institution and terms. Offers whose minimum deposit is above the amount keep their rank but are greyed out. */
export function DepositTable({ tiers, payout, background, ...rest }: DepositTableProps) {
  const { deposit, market } = useMessages()
  const { counted, older } = tiers
  const all = [...counted, ...older]
  const { shown, more } = useGrowingRows(all)
  const places = decimalPlaces(shown.map(({ offer }) => offer.rate))
  const row = (tier: ReachedTier) => (
    <DepositRow
      key={tier.offer.evidence.id}
      tier={tier}
      payout={payout}
      places={places}
      background={background}
      {...rest}
    />
  )
  return (
    <>
      <ScrollRegion label={deposit.region}>
        <table class="deposits">
          <caption>{deposit.caption({ currency: background.currency })}</caption>
          <thead>
            <tr>
              <th scope="col">{market.institution}</th>
              <th scope="col" class="wide-only">
                {deposit.tenure}
              </th>
              {payout === '' && (
                <th scope="col" class="wide-only">
                  {deposit.payout}
                </th>
              )}
              <th scope="col" class="number wide-only">
                {deposit.rate}
              </th>
              <th scope="col" class="number">
                {deposit.aer({
                  term: (short) => <abbr title={deposit.aerInFull}>{short}</abbr>,
                })}
              </th>
              <th scope="col" class="number wide-only">
                {deposit.allInterest}
              </th>
              <th scope="col" class="number">
                {deposit.paidHeads[payout]}
              </th>
              <th scope="col" class="wide-only">
                {deposit.confirmed}
              </th>
            </tr>
          </thead>
          <tbody>{shown.slice(0, counted.length).map(row)}</tbody>
          {shown.length > counted.length && (
            <OlderRows count={older.length} columns={payout === '' ? 8 : 7}>
              {shown.slice(counted.length).map(row)}
            </OlderRows>
          )}
        </table>
      </ScrollRegion>
      {more}
    </>
  )
}
