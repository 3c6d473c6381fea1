import { useMemo } from 'preact/hooks'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Variant } from '../../../src/domain/offer.ts'
import { annualEffectiveRateText } from '../../../src/domain/yield.ts'
import type { Background } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { Figure } from '../../parts/figures.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { OwnInsurance } from '../../parts/insurance.tsx'
import { StaleMark } from '../../parts/marks.tsx'
import { tenureText } from '../../parts/offer-texts.ts'
import { OfferReceipt } from '../../parts/receipt-link.tsx'
import { useGrowingRows, ScrollRegion, TableHead } from '../../parts/tables.tsx'
import { ratesExport } from '../../rates/rates-export.ts'
import { Part } from '../../take-along/part.tsx'
import { afterTaxOf, taxText, AmountWithTax } from './after-tax.tsx'
import { CountedTenure } from './deposit-table.tsx'
import { offersByYield, type TierGroups } from './offer-yield.ts'
import { coverOf, difference, splitPlan, sum, type SplitPart } from './split-plan.ts'

type AboveInsuredProps = {
  /** The amount with its currency. */
  readonly amount: string
  /** At how many institutions it is above the limit. */
  readonly count: number
  readonly isSplit: boolean
}

/** Says that an amount with its interest is above the insured limit, and offers to split it. */
export function AboveInsured({ amount, count, isSplit }: AboveInsuredProps) {
  const { deposit, words } = useMessages()
  return (
    <p class="insurance">
      <span>{deposit.aboveInsured({ amount, institutions: words.institutions(count) })}</span>{' '}
      <Link to={isSplit ? 'deposit' : 'deposit?split=yes'}>
        {isSplit ? deposit.noSplit : deposit.split}
      </Link>
    </p>
  )
}

type SplitTableProps = {
  /** The offers that count. */
  readonly groups: TierGroups
  readonly amount: Decimal
  readonly variant: Variant
  /** Whether there are older rates that do not count. */
  readonly hasOlder: boolean
  readonly background: Background
  /** The terms in words. */
  readonly terms: string
}

/** Fewer than in other lists, because the list of all offers is below. */
const rowsAtOnce = 15

/** A plan that splits an amount over the offers that count, so that each part is insured with its interest. */
export function SplitTable(props: SplitTableProps) {
  const { groups, amount, variant, hasOlder, background, terms } = props
  const messages = useMessages()
  const { deposit, market, words } = messages
  const { currency, withholdingTax: tax } = background
  const afterTax = afterTaxOf(tax, words.money.places)
  const offers = useMemo(() => offersByYield(groups), [groups])
  const plan = splitPlan(offers, amount, (id) => coverOf(id, background), words.money.places)
  const ids = new Set(offers.map(({ evidence }) => evidence.institution_id))
  const without = [...ids].filter((id) => coverOf(id, background) === 'nothing').length
  const { shown, more } = useGrowingRows(plan.parts, rowsAtOnce)
  return (
    <section class="split">
      <h2>{deposit.splitHeading}</h2>
      {plan.parts.length > 0 && (
        <Part
          id="split"
          title={deposit.splitTitle({ amount: words.money.withCurrency(amount), terms })}
          table={ratesExport(
            plan.parts.map((part) => ({
              ...part,
              evidence: part.offer.evidence,
              tenure: part.offer.tenure,
            })),
            [
              ['part', (part) => part.amount],
              ['interest', (part) => part.interest],
              ['paidBack', (part) => sum([part.amount, part.interest])],
            ],
            background,
            messages,
          )}
        >
          <ScrollRegion label={deposit.splitHeading}>
            <table class="deposits">
              <caption>{deposit.splitCaption({ currency, tax: taxText(tax, messages) })}</caption>
              <TableHead
                heads={[
                  [market.institution],
                  [deposit.part, 'number'],
                  [
                    deposit.aer({
                      term: (short) => <abbr title={deposit.aerInFull}>{short}</abbr>,
                    }),
                    'number',
                  ],
                  [deposit.allInterest, 'number'],
                ]}
              />
              <tbody>
                {shown.map((part) => (
                  <SplitRow
                    key={part.offer.evidence.id}
                    part={part}
                    variant={variant}
                    background={background}
                  />
                ))}
              </tbody>
              <tfoot>
                <tr>
                  <th scope="row">{deposit.splitTotal}</th>
                  <td class="number">{words.money.amount(difference(amount, plan.rest))}</td>
                  <td />
                  <td class="number">
                    <AmountWithTax
                      amount={plan.interest}
                      afterTax={sum(plan.parts.map(({ interest }) => afterTax(interest)))}
                      tax={tax}
                    />
                  </td>
                </tr>
              </tfoot>
            </table>
          </ScrollRegion>
          {more}
        </Part>
      )}
      {/[1-9]/.test(plan.rest) && (
        <p class="not-insured">
          {hasOlder
            ? deposit.splitRestOfConfirmed({ amount: words.money.withCurrency(plan.rest) })
            : deposit.splitRest({ amount: words.money.withCurrency(plan.rest) })}
        </p>
      )}
      {without > 0 && (
        <p class="explanation">
          {deposit.splitWithout({ institutions: words.institutions(without) })}
        </p>
      )}
      <p class="explanation">{deposit.splitLimits}</p>
    </section>
  )
}

type SplitRowProps = Pick<SplitTableProps, 'variant' | 'background'> & { readonly part: SplitPart }

function SplitRow({ part, variant, background }: SplitRowProps) {
  const { offer, amount, interest } = part
  const { deposit, words } = useMessages()
  const { evidence } = offer
  const { institution_id: id } = evidence
  const institution = background.institutions.get(id)
  const name = institution?.name ?? id
  const tax = background.withholdingTax
  const afterTax = afterTaxOf(tax, words.money.places)
  return (
    <tr>
      <th scope="row">
        <InstitutionName id={id} name={name} />
        <span class="details">
          <span>
            {deposit.rateOf({
              tenure: tenureText(evidence, words),
              rate: <OfferReceipt offer={evidence} institutionName={name} />,
            })}
          </span>
          <CountedTenure offer={offer} />
          <span>{words.payouts[offer.payout]}</span>
          {variant !== 'general' && <span>{words.openTo(evidence.product_variant)}</span>}
          {institution !== undefined && (
            <OwnInsurance institution={institution} insurance={background.insurance} />
          )}
          <span>
            {deposit.splitEnd({ amount: words.money.withDecimals(sum([amount, interest])) })}
            {tax !== undefined && `, ${deposit.beforeTax}`}
          </span>
          <StaleMark confirmation={evidence} />
        </span>
      </th>
      <td class="number">{words.money.amount(amount)}</td>
      <td class="number strong">
        <Figure value={annualEffectiveRateText(offer)} />
      </td>
      <td class="number">
        <AmountWithTax amount={interest} afterTax={afterTax(interest)} tax={tax} />
      </td>
    </tr>
  )
}
