import { compareDecimals, canonicalDecimal } from '../../src/domain/decimal.ts'
import { hasTerms, type Payout, type Terms, type Variant } from '../../src/domain/offer.ts'
import { addressWith } from '../address.ts'
import type { Group } from '../api.ts'
import { usePage } from '../page-context.ts'
import { countOf, decimal, payoutWords, tenureWords, termsOf, variantWords } from '../words.ts'
import { Choice, optionsOf, type Option } from './controls.tsx'

type TermsControlsProps = {
  /** All groups of the market: they say which tenures have offers. `undefined` while they are not known. */
  readonly groups: readonly Group[] | undefined
  readonly terms: Terms
}

/** Tenure, payout and for whom: each a part of the address. */
export function TermsControls({ groups, terms }: TermsControlsProps) {
  const { place, go } = usePage()
  const set = (name: string, value: string): void =>
    go(addressWith('', place.query, { [name]: value }))
  return (
    <form class="controls" aria-label="Terms" onSubmit={(event) => event.preventDefault()}>
      <Choice
        label="Tenure"
        value={canonicalDecimal(terms.tenure)}
        options={tenureOptions(groups, terms)}
        onPick={(value) => set('tenure', value)}
      />
      <PayoutAndVariant payout={terms.payout} variant={terms.variant} onPick={set} />
    </form>
  )
}

type PayoutAndVariantProps = {
  readonly payout: Payout
  readonly variant: Variant
  readonly onPick: (name: 'payout' | 'variant', value: string) => void
}

/** When interest is paid, and for whom. */
export function PayoutAndVariant({ payout, variant, onPick }: PayoutAndVariantProps) {
  return (
    <>
      <Choice<Payout>
        label="Interest paid"
        value={payout}
        options={optionsOf(payoutWords)}
        onPick={(value) => onPick('payout', value)}
      />
      <Choice<Variant>
        label="For"
        value={variant}
        options={optionsOf(variantWords)}
        onPick={(value) => onPick('variant', value)}
      />
    </>
  )
}

/** The tenures that have offers, shortest first, with how many; the one that is asked for is always among them. */
export function tenureOptions(
  groups: readonly Group[] | undefined,
  asked: Partial<Terms>,
): Option<string>[] {
  const counts = new Map<string, number>()
  if (asked.tenure !== undefined) counts.set(canonicalDecimal(asked.tenure), 0)
  for (const group of groups ?? []) {
    const terms = termsOf(group)
    if (!hasTerms(terms, { variant: asked.variant, payout: asked.payout })) continue
    const key = canonicalDecimal(terms.tenure)
    counts.set(key, (counts.get(key) ?? 0) + group.institution_count)
  }
  return [...counts]
    .toSorted(([a], [b]) => compareDecimals(decimal(a), decimal(b)))
    .map(([value, count]) => ({
      value,
      label:
        groups === undefined
          ? tenureWords(value)
          : `${tenureWords(value)} (${countOf(count, 'offer')})`,
    }))
}
