import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { parseAmount } from '../../app/amount.ts'
import { useMessages } from '../../app/app-context.ts'
import { quote } from '../../rates/format.ts'
import { formatMoney } from '../../parts/figures.tsx'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { moneyText } from '../../parts/safety.tsx'

type AmountFieldProps = {
  readonly value: Decimal
  /** The currency of the book; empty while it is not known. */
  readonly currency: string
}

/**
 * A field for an amount of money, which sets the address while somebody types. One edit makes one entry of the browser's
 * history. An invalid amount shows an error and changes nothing.
 */
export function AmountField({ value, currency }: AmountFieldProps) {
  const { deposit, errors, filters } = useMessages()
  const set = useSetFilter()
  const id = useId()
  const [text, setText] = useState(formatMoney(value))
  const isEdit = useRef(false)
  const parsed = parseAmount(text, currency)
  const error =
    'error' in parsed
      ? `${quote(text.trim())} ${errors[parsed.error]}. ${deposit.stillShows({ amount: moneyText(value, currency) })}`
      : ''
  useEffect(() => {
    const typed = parseAmount(text, currency)
    if (!('value' in typed) || typed.value !== value) setText(formatMoney(value))
  }, [value])
  const change = (next: string): void => {
    setText(next)
    const amount = parseAmount(next, currency)
    if (!('value' in amount) || amount.value === value) return
    set('amount', amount.value, { isReplacement: isEdit.current })
    isEdit.current = true
  }
  const endEdit = (): void => {
    isEdit.current = false
    if (error === '') setText(formatMoney(value))
  }
  return (
    <div class="control amount">
      <label for={id}>{filters.amount}</label>
      <input
        id={id}
        autocomplete="off"
        value={text}
        aria-invalid={error !== ''}
        aria-describedby={`${id}-error`}
        onInput={(event) => change(event.currentTarget.value)}
        onBlur={endEdit}
        onKeyDown={(event) => event.key === 'Enter' && endEdit()}
      />
      <p id={`${id}-error`} class="field-error">
        {error}
      </p>
      <Announcement text={error} />
    </div>
  )
}

/** The time that a text must stand before screen readers announce it. */
const pauseMilliseconds = 800

/** Announces a text that changes while somebody types, once it no longer changes. */
export function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="visually-hidden" role="status">
      {announced}
    </p>
  )
}
