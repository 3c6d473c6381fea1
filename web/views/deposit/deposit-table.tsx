import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Payout, Variant } from '../../../src/domain/offer.ts'
import type { Background, CountedAndApart } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { decimalPlaces, formatRate, hasMinimum, Figure } from '../../parts/figures.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { LastConfirmed, OfferCorrection, StaleMark } from '../../parts/marks.tsx'
import { tenureText } from '../../parts/offer-texts.ts'
import { OfferReceipt } from '../../parts/receipt-link.tsx'
import { SafetyFacts } from '../../parts/safety.tsx'
import {
  olderTitle,
  useGrowingRows,
  CountedAndApartRows,
  ScrollRegion,
  TableHead,
} from '../../parts/tables.tsx'
import { afterTaxOf, taxText, AmountWithTax } from './after-tax.tsx'
import { yieldOf, type DepositOffer, type ReachedTier } from './offer-yield.ts'
import { difference } from './split-plan.ts'

type DepositTableProps = {
  /** Highest annual effective rate first. */
  readonly tiers: CountedAndApart<ReachedTier>
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
  const messages = useMessages()
  const { deposit, market } = messages
  const tax = taxText(background.withholdingTax, messages)
  const { shown, more } = useGrowingRows([...tiers.counted, ...tiers.apart])
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
          <caption>{deposit.caption({ currency: background.currency, tax })}</caption>
          <TableHead
            heads={[
              [market.institution],
              [deposit.tenure, 'wide-only'],
              payout === '' && [deposit.payout, 'wide-only'],
              [deposit.rate, 'number wide-only'],
              [
                deposit.aer({
                  term: (short) => <abbr title={deposit.aerInFull}>{short}</abbr>,
                }),
                'number',
              ],
              [deposit.allInterest, 'number wide-only'],
              [deposit.paidHeads[payout], 'number'],
              [deposit.confirmed, 'wide-only'],
            ]}
          />
          <CountedAndApartRows
            apartTitle={olderTitle(
              tiers.apart.map(({ offer }) => offer.evidence),
              messages,
            )}
            rows={tiers}
            shown={shown}
            columns={payout === '' ? 8 : 7}
          >
            {row}
          </CountedAndApartRows>
        </table>
      </ScrollRegion>
      {more}
    </>
  )
}

type DepositRowProps = {
  readonly tier: ReachedTier
  readonly amount: Decimal
  /** The tenure and payout that the reader has chosen; empty for any. */
  readonly tenure: Decimal | ''
  readonly payout: Payout | ''
  readonly variant: Variant
  /** The decimal places of the column of rates. */
  readonly places: number
  readonly background: Background
}

/** The yield of an amount with the tier that it reaches at one institution. */
function DepositRow(props: DepositRowProps) {
  const { tier, amount, payout, variant, places, background } = props
  const messages = useMessages()
  const { deposit, words } = messages
  const { offer, meetsMinimum } = tier
  const { evidence } = offer
  const { places: digits } = words.money
  const { aer, interest, maturityValue, income } = yieldOf(offer, amount, digits)
  const isAll = payout === '' || payout === 'maturity'
  const paid = isAll ? maturityValue : income
  const tax = background.withholdingTax
  const afterTax = afterTaxOf(tax, digits)
  const taxed = difference(interest, afterTax(interest))
  const paidAfterTax = isAll ? difference(maturityValue, taxed) : afterTax(income)
  const name = background.institutions.get(tier.institution_id)?.name ?? tier.institution_id
  const tenure = tenureText(evidence, words)
  const rate = <OfferReceipt offer={evidence} institutionName={name} />
  const isChosenTenure = props.tenure !== '' && evidence.tenure_to_months === null
  return (
    <tr class={meetsMinimum ? undefined : 'below-minimum'}>
      <th scope="row">
        <InstitutionName id={tier.institution_id} name={name} />
        <span class="details">
          <span class="narrow-only">
            {isChosenTenure ? deposit.rateOnly({ rate }) : deposit.rateOf({ tenure, rate })}
            {payout === '' && `, ${words.payouts[offer.payout]}`}
          </span>
          <CountedTenure offer={offer} />
          {evidence.is_stale && (
            <span class="narrow-only">
              <StaleMark confirmation={evidence} />
            </span>
          )}
          {variant !== 'general' && <span>{words.openTo(evidence.product_variant)}</span>}
          <SafetyFacts
            institution={background.institutions.get(tier.institution_id)}
            background={background}
            offer={evidence}
          />
          <TierNotes tier={tier} />
          <OfferCorrection offer={evidence} institutionName={name} />
        </span>
      </th>
      <td class="wide-only">{tenure}</td>
      {payout === '' && <td class="wide-only">{words.payouts[offer.payout]}</td>}
      <td class="number wide-only">
        <OfferReceipt offer={evidence} institutionName={name} places={places} />
      </td>
      <td class="number strong">
        <Figure value={aer} />
      </td>
      <td class="number wide-only">
        {meetsMinimum ? (
          <AmountWithTax amount={interest} afterTax={afterTax(interest)} tax={tax} />
        ) : (
          '–'
        )}
      </td>
      <td class="number">
        {meetsMinimum ? <AmountWithTax amount={paid} afterTax={paidAfterTax} tax={tax} /> : '–'}
      </td>
      <td class="date wide-only">
        <LastConfirmed confirmation={evidence} />
      </td>
    </tr>
  )
}

/** The tenure for which the yields of an offer for a range are computed. */
export function CountedTenure({ offer }: { readonly offer: DepositOffer }) {
  const { deposit, words } = useMessages()
  if (offer.evidence.tenure_to_months === null) return null
  return <span>{deposit.countedFor({ tenure: words.tenure(offer.tenure) })}</span>
}

/** The minimum deposit of the tier, and the next tier. */
function TierNotes({ tier }: Pick<DepositRowProps, 'tier'>) {
  const { deposit, words } = useMessages()
  const { offer, meetsMinimum, next } = tier
  const minimum = words.money.amount(offer.minimum)
  if (!meetsMinimum) return <span class="reason">{deposit.asksFor({ amount: minimum })}</span>
  return (
    <>
      {hasMinimum(offer.minimum) && <span>{words.fromAmount({ amount: minimum })}</span>}
      {next !== undefined && (
        <span>
          {deposit.nextTier({
            rate: formatRate(next.rate),
            amount: words.money.amount(next.minimum),
          })}
        </span>
      )}
    </>
  )
}
