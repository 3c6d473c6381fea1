import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import { useMessages } from '../../app/app-context.ts'

type AfterTaxProps = {
  /** An amount from which the tax on its interest is taken off. */
  readonly amount: Decimal
  /** In percent; `undefined` if the operator has not set it. */
  readonly tax: Decimal | undefined
}

/** The second line of an amount: what is left of it after withholding tax; nothing without a tax. */
export function AfterTax({ amount, tax }: AfterTaxProps) {
  const { deposit, words } = useMessages()
  if (tax === undefined) return null
  return (
    <span class="after-tax">
      <span>{words.money.withDecimals(amount)}</span>{' '}
      <span>{deposit.afterTax({ tax: canonicalDecimal(tax) })}</span>
    </span>
  )
}
