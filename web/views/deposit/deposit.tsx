import { useMemo } from 'preact/hooks'
import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import { institutionTypes } from '../../../src/domain/institution.ts'
import { payouts, variants, type Payout } from '../../../src/domain/offer.ts'
import { formulas, interestAfterTax } from '../../../src/domain/yield.ts'
import { byFreshness, loadBackground, type Background } from '../../api/background.ts'
import { useRequest, withErrorOf } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import {
  PayoutField,
  StaleSwitch,
  TenureField,
  TypeField,
  VariantField,
} from '../../parts/filter-fields.tsx'
import { InsuranceNote } from '../../parts/insurance.tsx'
import { NoOffers, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { loadOpenOffers, openVariants } from '../../rates/open-offers.ts'
import { ratesExport } from '../../rates/rates-export.ts'
import type { ColumnOf, ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import { AmountField, Announcement } from './amount-field.tsx'
import { depositHeadline } from './deposit-headline.ts'
import { DepositTable } from './deposit-table.tsx'
import { groupTiers, reachedTiers, yieldOf, type ReachedTier } from './offer-yield.ts'
import { AboveInsured, SplitTable } from './split-part.tsx'
import { coverOf, insuredPart } from './split-plan.ts'

const defaultAmount = '1000000' as Decimal

/** The view of what an amount earns with each offer, and of the effective rate by which offers compare. */
export function DepositView() {
  const { client, messages } = useApp()
  const { deposit, filters, words } = messages
  const reader = useQueryReader()
  const tenure = reader.anyTenure('tenure')
  const chosenPayout = reader.choice('payout', [...payouts, 'any'], 'maturity')
  const payout: Payout | '' = chosenPayout === 'any' ? '' : chosenPayout
  const variant = reader.choice('variant', variants, 'general')
  const type = reader.optional('type', institutionTypes)
  const [includesOlder, isSplit] = [reader.flag('stale'), reader.flag('split')]
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const filter = {
    variant,
    payout: payout === '' ? undefined : payout,
    tenure: tenure === '' ? undefined : tenure,
  }
  const request = useRequest(`${tenure} ${payout} ${variant}`, async (signal) => {
    const [background, evidence] = await Promise.all([
      loadBackground(client, signal),
      loadOpenOffers(client, filter, signal),
    ])
    return { background, evidence, tenure, payout, variant }
  })
  const answer = request.value
  const amount = reader.amount('amount', defaultAmount)
  const groups = useMemo(() => {
    const ofType = (answer?.evidence ?? []).filter(
      ({ institution_id: id }) =>
        type === '' || answer?.background.institutions.get(id)?.type === type,
    )
    const { counted, apart } = byFreshness(ofType, (offer) => offer, includesOlder)
    const asked = answer?.tenure ?? ''
    return { counted: groupTiers(counted, asked), apart: groupTiers(apart, asked) }
  }, [answer, type, includesOlder])
  const tiers = useMemo(
    () => ({
      counted: reachedTiers(groups.counted, amount),
      apart: reachedTiers(groups.apart, amount),
    }),
    [groups, amount],
  )
  const all = [...tiers.counted, ...tiers.apart]
  // The terms must match the figures, which are those of the previous request until a new answer arrives.
  const shown = answer ?? { tenure, payout, variant }
  const population = words.terms({ ...shown, type, includesOlder })
  const headline =
    answer === undefined
      ? { heading: deposit.heading }
      : depositHeadline({ tiers, background: answer.background }, messages)
  return (
    <>
      <ViewHeader kicker={population} title={deposit.title} {...headline} isQuiet />
      <Announcement text={headline.heading} />
      <FilterBar chosen={population}>
        <AmountField value={amount} />
        <TypeField value={type} />
        <TenureField
          value={tenure}
          summary={summary.value?.filter((row) =>
            openVariants(variant).includes(row.product_variant),
          )}
          filter={{ ...filter, variant: variant === 'general' ? variant : undefined }}
          type={type}
          offers={answer?.evidence ?? []}
          anyLabel={filters.anyTenure}
        />
        <PayoutField value={payout} anyLabel={filters.anyPayout} />
        <VariantField value={variant} />
        <StaleSwitch value={includesOlder} />
      </FilterBar>
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={withErrorOf(request, summary)} rows={14}>
        {({ background }) => {
          const { currency } = background
          if (all.length === 0)
            return <NoOffers hasOffers={currency !== ''} tenure={shown.tenure} />
          const above = institutionsAboveLimit(tiers.counted, amount, background)
          const isAboveInsured = above > 0
          return (
            <>
              {isAboveInsured && (
                <AboveInsured
                  amount={words.money.withCurrency(amount)}
                  count={above}
                  isSplit={isSplit}
                />
              )}
              {isAboveInsured && isSplit && (
                <SplitTable
                  groups={groups.counted}
                  amount={amount}
                  variant={shown.variant}
                  hasOlder={tiers.apart.length > 0}
                  background={background}
                  terms={population}
                />
              )}
              <Part
                id="deposits"
                title={deposit.partTitle({
                  amount: words.money.withCurrency(amount),
                  terms: population,
                })}
                table={exportOf({ tiers: all, amount, background }, messages)}
              >
                <DepositTable
                  tiers={tiers}
                  amount={amount}
                  tenure={shown.tenure}
                  payout={shown.payout}
                  variant={shown.variant}
                  background={background}
                />
                <InsuranceNote {...background} />
              </Part>
            </>
          )
        }}
      </RequestResult>
      {answer !== undefined && (
        <Formulas payout={shown.payout} tax={answer.background.withholdingTax} />
      )}
    </>
  )
}

/** At how many institutions the amount with its interest is above the limit up to which it is insured. */
function institutionsAboveLimit(
  tiers: readonly ReachedTier[],
  amount: Decimal,
  background: Background,
): number {
  const above = tiers.filter(({ institution_id: id, offer, meetsMinimum }) => {
    const cover = coverOf(id, background)
    return meetsMinimum && cover !== 'nothing' && insuredPart(amount, offer, cover) !== amount
  })
  return new Set(above.map(({ institution_id: id }) => id)).size
}

type DepositFigures = {
  readonly tiers: readonly ReachedTier[]
  readonly amount: Decimal
  readonly background: Background
}

function exportOf({ tiers, amount, background }: DepositFigures, messages: Messages): ExportTable {
  const { words } = messages
  const { withholdingTax: tax } = background
  const rows = tiers.map(({ offer, meetsMinimum }) => ({
    evidence: offer.evidence,
    tenure: offer.tenure,
    meetsMinimum,
    brings: meetsMinimum ? yieldOf(offer, amount, words.money.places) : undefined,
  }))
  return ratesExport<(typeof rows)[number]>(
    rows,
    [
      ['isReached', ({ meetsMinimum }) => (meetsMinimum ? words.yes : words.no)],
      ['interest', ({ brings }) => brings?.interest],
      ...(tax === undefined
        ? []
        : [
            [
              'interestAfterTax',
              ({ brings }) => brings && interestAfterTax(brings.interest, tax, words.money.places),
            ] as const satisfies ColumnOf<(typeof rows)[number]>,
          ]),
      ['paidBack', ({ brings }) => brings?.maturityValue],
    ],
    background,
    messages,
  )
}

const explanationUrl = 'https://en.wikipedia.org/wiki/Effective_interest_rate'

type FormulasProps = {
  /** Empty for any. */
  readonly payout: Payout | ''
  /** The withholding tax in percent; `undefined` if the operator has not set it. */
  readonly tax: Decimal | undefined
}

/** The formulas behind the figures of the deposit view. */
export function Formulas({ payout, tax }: FormulasProps) {
  const { deposit } = useMessages()
  const showsMaturity = payout === '' || payout === 'maturity'
  const showsPeriodic = payout !== 'maturity'
  return (
    <section class="formulas">
      <h2>{deposit.formulas}</h2>
      <p>{deposit.explanation}</p>
      <dl>
        <div>
          <dt>
            <a href={explanationUrl}>{deposit.formulaOfYear}</a>
          </dt>
          {showsMaturity && <Formula code={formulas.maturity} note={deposit.paidOnce} />}
          {showsPeriodic && <Formula code={formulas.periodic} note={deposit.paidOften} />}
        </div>
        <div>
          <dt>{showsMaturity ? deposit.paidHeads[payout] : deposit.eachPayout}</dt>
          <Formula
            code={showsMaturity ? formulas.maturityValue : formulas.income}
            note={deposit.exact}
          />
        </div>
      </dl>
      <p>{deposit.symbols({ code: (text) => <code>{text}</code> })}</p>
      <p>
        {tax === undefined ? deposit.withoutTax : deposit.taxLine({ tax: canonicalDecimal(tax) })}
      </p>
    </section>
  )
}

function Formula({ code, note }: { readonly code: string; readonly note: string }) {
  return (
    <dd>
      <code>{code}</code>
      <span>{note}</span>
    </dd>
  )
}
