import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import type { Payout, Variant } from '../../src/domain/offer.ts'
import { addressWith } from '../address.ts'
import type { Group } from '../api.ts'
import { usePage } from '../page-context.ts'
import { Choice } from '../parts/controls.tsx'
import { PayoutAndVariant, tenureOptions } from '../parts/terms-controls.tsx'
import { AmountField } from '../parts/amount-field.tsx'

type DepositControlsProps = {
  readonly groups: readonly Group[] | undefined
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
      <PayoutAndVariant payout={payout} variant={variant} onPick={set} />
    </form>
  )
}
