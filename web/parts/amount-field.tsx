import { useEffect, useId, useState } from 'preact/hooks'
import type { Decimal } from '../../src/domain/decimal.ts'
import { parseAmount } from '../amount.ts'
import { useMessages } from '../app-context.ts'
import { quote } from '../format.ts'
import { formatMoney } from './figures.tsx'

type AmountFieldProps = {
  readonly value: Decimal
  readonly onChange: (amount: Decimal) => void
}

/** A field for an amount of money. An invalid amount shows an error and changes nothing. */
export function AmountField({ value, onChange }: AmountFieldProps) {
  const { errors, filters } = useMessages()
  const id = useId()
  const [text, setText] = useState(formatMoney(value))
  useEffect(() => setText(formatMoney(value)), [value])
  const parsed = parseAmount(text)
  const commit = (): void => {
    if ('value' in parsed && parsed.value !== value) onChange(parsed.value)
  }
  return (
    <div class="control amount">
      <label for={id}>{filters.amount}</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-invalid={'error' in parsed}
        aria-describedby={`${id}-error`}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      <p id={`${id}-error`} class="field-error" role="status">
        {'error' in parsed && `${quote(text.trim())} ${errors[parsed.error]}.`}
      </p>
    </div>
  )
}
