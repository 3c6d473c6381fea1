import { useId } from 'preact/hooks'
import { capital, firstDay } from '../words.ts'

/** One thing to choose, and how it is called. */
export type Option<T extends string> = { readonly value: T; readonly label: string }

type ChoiceProps<T extends string> = {
  readonly label: string
  readonly value: T
  readonly options: readonly Option<T>[]
  readonly onPick: (value: T) => void
}

/** A labelled list to choose from. */
export function Choice<T extends string>({ label, value, options, onPick }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onPick(event.currentTarget.value as T)}>
        {options.map((option) => (
          <option key={option.value} value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Options from words by value. */
export function optionsOf<T extends string>(words: Readonly<Record<T, string>>): Option<T>[] {
  return (Object.keys(words) as T[]).map((value) => ({ value, label: capital(words[value]) }))
}

/** The same with one in front that asks for all. */
export function orAll<T extends string>(
  label: string,
  options: readonly Option<T>[],
): Option<T | ''>[] {
  return [{ value: '', label }, ...options]
}

type DayFieldProps = {
  readonly label: string
  readonly value: string
  readonly onPick: (day: string) => void
}

/** A day to choose; empty for none. While somebody writes one digit after the other, it is none yet. */
export function DayField({ label, value, onPick }: DayFieldProps) {
  const id = useId()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget: { value: day, validity } }) => {
          if (!validity.badInput && (day === '' || day >= firstDay)) onPick(day)
        }}
      />
    </div>
  )
}
