import { useId } from 'preact/hooks'
import { useSetFilter } from '../../parts/filter-bar.tsx'

type SearchFieldProps = {
  /** The parameter of the address. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly value: string
}

/** A field that filters while the reader types. The address changes with it, without new entries of the browser's history. */
export function SearchField({ name, label, hint, value }: SearchFieldProps) {
  const id = useId()
  const set = useSetFilter()
  return (
    <div class="control">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        placeholder={hint}
        autocomplete="off"
        value={value}
        onInput={(event) => set(name, event.currentTarget.value, { isReplacement: true })}
      />
    </div>
  )
}
