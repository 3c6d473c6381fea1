import { canonicalDecimal, type Decimal } from '../../../src/domain/decimal.ts'
import { interestAfterTax } from '../../../src/domain/yield.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Messages } from '../../messages/messages.ts'

/** Takes the tax off interest; without a tax, all of it is left. */
export function afterTaxOf(tax: Decimal | undefined, places: number) {
  return (interest: Decimal): Decimal =>
    tax === undefined ? interest : interestAfterTax(interest, tax, places)
}

/** Says of a table whether its amounts have the second line of `AmountWithTax`. */
export function taxText(tax: Decimal | undefined, { deposit }: Messages): string {
  return tax === undefined ? deposit.beforeTax : deposit.beforeAndAfterTax
}

type AmountWithTaxProps = {
  readonly amount: Decimal
  /** The amount after the tax on its interest. */
  readonly afterTax: Decimal
  /** In percent; `undefined` if the operator has not set it. */
  readonly tax: Decimal | undefined
}

/** An amount, and where there is a withholding tax a second line with what is left after it. */
export function AmountWithTax({ amount, afterTax, tax }: AmountWithTaxProps) {
  const { deposit, words } = useMessages()
  return (
    <>
      <span>{words.money.withDecimals(amount)}</span>
      {tax !== undefined && (
        <span class="after-tax">
          <span>{words.money.withDecimals(afterTax)}</span>{' '}
          <span>{deposit.afterTax({ tax: canonicalDecimal(tax) })}</span>
        </span>
      )}
    </>
  )
}
