import { useEffect, useId, useState } from 'preact/hooks'
import type { Decimal } from '../../src/domain/decimal.ts'
import { readAmount } from '../amount.ts'
import { quoted } from '../words.ts'
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
    if ('value' in read && read.value !== value) onGive(read.value)
  }
  return (
    <div class="control amount">
      <label for={id}>Amount</label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        value={text}
        aria-invalid={'wrong' in read}
        aria-describedby={`${id}-wrong`}
        onInput={(event) => setText(event.currentTarget.value)}
        onBlur={give}
        onKeyDown={(event) => event.key === 'Enter' && give()}
      />
      <p id={`${id}-wrong`} class="wrong" role="status">
        {'wrong' in read && `${quoted(text.trim())} ${read.wrong}.`}
      </p>
    </div>
  )
}
