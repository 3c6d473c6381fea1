import type { Payout, Variant } from '../../src/domain/offer.ts'
import { payoutLabels, variantLabels } from '../format.ts'
import { optionsOf, SelectField } from './controls.tsx'

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
