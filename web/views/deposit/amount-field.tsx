import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { useMessages } from '../../app/app-context.ts'
import { amountSentence } from '../../money/amount-sentence.ts'
import { useSetFilter } from '../../parts/filter-bar.tsx'
import { quote } from '../../rates/format.ts'

/**
 * A field for an amount of money, which sets the address while somebody types. One edit makes one entry of the browser's
 * history. An invalid amount shows an error and changes nothing.
 */
export function AmountField({ value }: { readonly value: Decimal }) {
  const messages = useMessages()
  const { deposit, filters } = messages
  const { money } = messages.words
  const set = useSetFilter()
  const id = useId()
  const [text, setText] = useState(money.typed(value))
  const isEdit = useRef(false)
  const parsed = money.parse(text)
  const error =
    'error' in parsed
      ? `${quote(text.trim())} ${amountSentence(parsed.error, messages)}. ${deposit.stillShows({ amount: money.withCurrency(value) })}`
      : ''
  useEffect(() => {
    const typed = money.parse(text)
    if (!('value' in typed) || typed.value !== value) setText(money.typed(value))
  }, [value])
  const change = (next: string): void => {
    setText(next)
    const amount = money.parse(next)
    if (!('value' in amount) || amount.value === value) return
    set('amount', amount.value, { isReplacement: isEdit.current })
    isEdit.current = true
  }
  const endEdit = (): void => {
    isEdit.current = false
    if (error === '') setText(money.typed(value))
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
