import { useEffect, useId, useState } from 'preact/hooks'
import { parseDecimal, type Decimal } from '../../src/domain/decimal.ts'
import { moneyText } from './figures.tsx'

type AmountFieldProps = {
  readonly value: Decimal
  readonly onGive: (amount: Decimal) => void
}

/** An amount, written with commas or without; what is none says so, and changes nothing. */
export function AmountField({ value, onGive }: AmountFieldProps) {
  const id = useId()
  const [text, setText] = useState(moneyText(value))
  useEffect(() => setText(moneyText(value)), [value])
  const read = readAmount(text)
  const give = (): void => {
    if (read !== undefined && read !== value) onGive(read)
  }
  return (
    <div class="control amount">
      <label for={id}>Amount</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-invalid={read === undefined}
        aria-describedby={`${id}-wrong`}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={give}
        onKeyDown={(event) => event.key === 'Enter' && give()}
      />
      <p id={`${id}-wrong`} class="wrong" role="status">
        {read === undefined && 'Write an amount above zero, such as 500,000.'}
      </p>
    </div>
  )
}

/** An amount as people write it, with commas or spaces between thousands; `undefined` if it is none. */
function readAmount(text: string): Decimal | undefined {
  const plain = text.replaceAll(/[,\s]/g, '')
  return /[1-9]/.test(plain) ? parseDecimal(plain) : undefined
}
