import { useId, useRef } from 'preact/hooks'
import { useApp } from '../app/app-context.ts'
import { capitalize, earliestYear } from '../rates/format.ts'

export type SelectOption<T extends string> = { readonly value: T; readonly label: string }

type SelectFieldProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly SelectOption<T>[]
  readonly onChange: (value: T, options: ChangeOptions) => void
}

/** Whether the change replaces an earlier one, and so adds no entry to the browser's history. */
type ChangeOptions = { readonly isReplacement: boolean }

/** A list of choices. Walking through them with the arrow keys makes one entry of the browser's history, not one for each. */
export function SelectField<T extends string>({
  label,
  value,
  options,
  onChange,
}: SelectFieldProps<T>) {
  const id = useId()
  /** The changes by keys since the control got the focus; -1 while the pointer is used. */
  const keyboardChanges = useRef(-1)
  const reset = (): void => {
    keyboardChanges.current = -1
  }
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onPointerDown={reset}
        onBlur={reset}
        onKeyDown={() => {
          keyboardChanges.current = Math.max(0, keyboardChanges.current)
        }}
        onChange={(event) => {
          onChange(event.currentTarget.value as T, { isReplacement: keyboardChanges.current > 0 })
          if (keyboardChanges.current >= 0) keyboardChanges.current++
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Options from labels by value. */
export function optionsOf<T extends string>(
  labels: Readonly<Record<T, string>>,
): SelectOption<T>[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: capitalize(labels[value]) }))
}

/** Adds a first option that removes the filter. */
export function withAllOption<T extends string>(
  label: string,
  options: readonly SelectOption<T>[],
): SelectOption<T | ''>[] {
  return [{ value: '', label }, ...options]
}

type DayFieldProps = {
  readonly label: string
  /** A day, or empty for none. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/** A date field. It ignores the incomplete years that it holds while somebody types, and says what a day is. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const { timeZone, now, messages } = useApp()
  const id = useId()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        title={messages.words.dayBegins(now(), timeZone)}
        onChange={({ currentTarget: { value: day, validity } }) => {
          if (!validity.badInput && (day === '' || day >= earliestYear)) onChange(day)
        }}
      />
    </div>
  )
}
