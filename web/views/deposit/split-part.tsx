import { useMemo } from 'preact/hooks'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Variant } from '../../../src/domain/offer.ts'
import { annualEffectiveRateText } from '../../../src/domain/yield.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Background } from '../../api/background.ts'
import { Figure } from '../../parts/figures.tsx'
import { ScrollRegion, useGrowingRows, TableHead } from '../../parts/tables.tsx'
import { InstitutionName } from '../../parts/institution-names.tsx'
import { OfferReceipt } from '../../parts/receipt-link.tsx'
import { tenureText } from '../../parts/offer-texts.ts'
import { CountedTenure } from './deposit-table.tsx'
import { InsuredToday } from '../../parts/safety.tsx'
import { StaleMark } from '../../parts/marks.tsx'
import { Link } from '../../app/router.tsx'
import { Part } from '../../take-along/part.tsx'
import { ratesExport } from '../../rates/rates-export.ts'
import { offersByYield, type TierGroups } from './offer-yield.ts'
import { difference, type SplitPart, splitPlan } from './split-plan.ts'

type InsuranceOfAmountProps = {
  readonly amount: Decimal
  readonly background: Background
  readonly isSplit: boolean
}

/** Says by how much an amount is above the insured one, and offers to split it. */
export function InsuranceOfAmount({ amount, background, isSplit }: InsuranceOfAmountProps) {
  const { deposit, words } = useMessages()
  const { insuredAmount } = background
  if (insuredAmount === undefined) return null
  const rest = words.money.withCurrency(difference(amount, insuredAmount))
  return (
    <p class="insurance">
      <span>
        {deposit.aboveInsured({ insured: words.money.withCurrency(insuredAmount), rest })}
      </span>{' '}
      <InsuredToday />{' '}
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
  readonly insuredAmount: Decimal
  /** Whether there are older rates that do not count. */
  readonly hasOlder: boolean
  readonly background: Background
  /** The terms in words. */
  readonly terms: string
}

/** Fewer than in other lists, because the list of all offers is below. */
const rowsAtOnce = 15

/** A plan that splits an amount over the offers that count, so that no part is above the insured amount. */
export function SplitTable(props: SplitTableProps) {
  const { groups, amount, variant, insuredAmount, hasOlder, background, terms } = props
  const messages = useMessages()
  const { deposit, market, words } = messages
  const { currency } = background
  const offers = useMemo(() => offersByYield(groups), [groups])
  const plan = splitPlan(offers, amount, insuredAmount)
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
            ],
            background,
            messages,
          )}
        >
          <ScrollRegion label={deposit.splitHeading}>
            <table class="deposits">
              <caption>{deposit.splitCaption({ currency })}</caption>
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
                  <td class="number">{words.money.withDecimals(plan.interest)}</td>
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
  const name = background.institutions.get(id)?.name ?? id
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
          <StaleMark confirmation={evidence} />
        </span>
      </th>
      <td class="number">{words.money.amount(amount)}</td>
      <td class="number strong">
        <Figure value={annualEffectiveRateText(offer)} />
      </td>
      <td class="number">{words.money.withDecimals(interest)}</td>
    </tr>
  )
}
