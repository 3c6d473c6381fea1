import { compareDecimals, canonicalDecimal } from '../../src/domain/decimal.ts'
import { hasTerms, type Payout, type Terms, type Variant } from '../../src/domain/offer.ts'
import type { SummaryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import {
  formatCount,
  formatTenure,
  payoutLabels,
  termsOf,
  toDecimal,
  variantLabels,
} from '../format.ts'
import { pathWith } from '../routes.ts'
import { optionsOf, SelectField, type SelectOption } from './controls.tsx'

type TermsControlsProps = {
  /** The summary of the whole market, from which the tenures are listed; `undefined` while it is loading. */
  readonly summary: readonly SummaryRow[] | undefined
  readonly terms: Terms
}

/** The controls of the market's terms. Each sets a parameter of the address. */
export function TermsControls({ summary, terms }: TermsControlsProps) {
  const { route, navigate } = useApp()
  const set = (name: string, value: string): void =>
    navigate(pathWith('', route.query, { [name]: value }))
  return (
    <form class="controls" aria-label="Terms" onSubmit={(event) => event.preventDefault()}>
      <SelectField
        label="Tenure"
        value={canonicalDecimal(terms.tenure)}
        options={tenureOptions(summary, terms)}
        onChange={(value) => set('tenure', value)}
      />
      <PayoutAndVariant payout={terms.payout} variant={terms.variant} onChange={set} />
    </form>
  )
}

type PayoutAndVariantProps = {
  readonly payout: Payout
  readonly variant: Variant
  readonly onChange: (name: 'payout' | 'variant', value: string) => void
}

export function PayoutAndVariant({ payout, variant, onChange }: PayoutAndVariantProps) {
  return (
    <>
      <SelectField<Payout>
        label="Interest paid"
        value={payout}
        options={optionsOf(payoutLabels)}
        onChange={(value) => onChange('payout', value)}
      />
      <SelectField<Variant>
        label="For"
        value={variant}
        options={optionsOf(variantLabels)}
        onChange={(value) => onChange('variant', value)}
      />
    </>
  )
}

/** The tenures that have offers, shortest first, with the number of institutions. The selected tenure is always among them. */
export function tenureOptions(
  summary: readonly SummaryRow[] | undefined,
  selected: Partial<Terms>,
): SelectOption<string>[] {
  const counts = new Map<string, number>()
  if (selected.tenure !== undefined) counts.set(canonicalDecimal(selected.tenure), 0)
  for (const row of summary ?? []) {
    const terms = termsOf(row)
    if (!hasTerms(terms, { variant: selected.variant, payout: selected.payout })) continue
    const key = canonicalDecimal(terms.tenure)
    counts.set(key, (counts.get(key) ?? 0) + row.institution_count)
  }
  return [...counts]
    .toSorted(([a], [b]) => compareDecimals(toDecimal(a), toDecimal(b)))
    .map(([value, count]) => ({
      value,
      label:
        summary === undefined
          ? formatTenure(value)
          : `${formatTenure(value)} (${formatCount(count, 'institution')})`,
    }))
}
