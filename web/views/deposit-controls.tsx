import { canonicalDecimal, type Decimal } from '../../src/domain/decimal.ts'
import type { Payout, Variant } from '../../src/domain/offer.ts'
import type { SummaryRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { AmountField } from '../parts/amount-field.tsx'
import { SelectField } from '../parts/controls.tsx'
import { PayoutAndVariant, tenureOptions } from '../parts/terms-controls.tsx'
import { pathWith } from '../routes.ts'

type DepositControlsProps = {
  /** The summary of the whole market; `undefined` while it is loading. */
  readonly summary: readonly SummaryRow[] | undefined
  readonly selected: {
    readonly amount: Decimal
    /** Empty for any tenure. */
    readonly tenure: Decimal | ''
    readonly payout: Payout
    readonly variant: Variant
  }
}

/** The controls of the deposit view. Each sets a parameter of the address. */
export function DepositControls({ summary, selected }: DepositControlsProps) {
  const { route, navigate } = useApp()
  const set = (name: string, value: string): void =>
    navigate(pathWith('deposit', route.query, { [name]: value }))
  const { amount, tenure, payout, variant } = selected
  const tenures = tenureOptions(summary, { payout, variant, ...(tenure !== '' && { tenure }) })
  return (
    <form class="controls" aria-label="Deposit" onSubmit={(event) => event.preventDefault()}>
      <AmountField value={amount} onChange={(value) => set('amount', value)} />
      <SelectField
        label="Tenure"
        value={tenure === '' ? 'any' : canonicalDecimal(tenure)}
        options={[{ value: 'any', label: 'Any tenure' }, ...tenures]}
        onChange={(value) => set('tenure', value)}
      />
      <PayoutAndVariant payout={payout} variant={variant} onChange={set} />
    </form>
  )
}
