import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import type { Payout, Variant } from '../../src/domain/offer.ts'
import { addressWith } from '../address.ts'
import type { Group } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Choice, optionsOf } from '../parts/controls.tsx'
import { tenureOptions } from '../parts/terms-controls.tsx'
import { AmountField } from '../parts/amount-field.tsx'
import { payoutWords, variantWords } from '../words.ts'

type DepositControlsProps = {
  readonly groups: readonly Group[]
  readonly asked: {
    readonly amount: Decimal
    /** Empty for any. */
    readonly tenure: Decimal | ''
    readonly payout: Payout
    readonly variant: Variant
  }
}

/** How much, for how long, when interest is paid and for whom. */
export function DepositControls({ groups, asked }: DepositControlsProps) {
  const { place, go } = usePage()
  const set = (name: string, value: string): void =>
    go(addressWith('deposit', place.query, { [name]: value }))
  const { tenure, payout, variant } = asked
  const tenures = tenureOptions(groups, { payout, variant, ...(tenure !== '' && { tenure }) })
  return (
    <form class="controls" aria-label="Deposit" onSubmit={(event) => event.preventDefault()}>
      <AmountField value={asked.amount} onGive={(amount) => set('amount', amount)} />
      <Choice
        label="Tenure"
        value={tenure === '' ? 'any' : canonicalDecimal(tenure)}
        options={[{ value: 'any', label: 'Any tenure' }, ...tenures]}
        onPick={(value) => set('tenure', value)}
      />
      <Choice<Payout>
        label="Interest paid"
        value={payout}
        options={optionsOf(payoutWords)}
        onPick={(value) => set('payout', value)}
      />
      <Choice<Variant>
        label="For"
        value={variant}
        options={optionsOf(variantWords)}
        onPick={(value) => set('variant', value)}
      />
    </form>
  )
}
