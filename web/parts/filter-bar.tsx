import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useApp } from '../app/app-context.ts'
import { pathWith } from '../app/routes.ts'

/** Sets a filter of the current view in the address; an empty value removes it. */
type SetFilter = (
  name: string,
  value: string,
  options?: { readonly isReplacement?: boolean },
) => void

export function useSetFilter(): SetFilter {
  const { route, navigate } = useApp()
  return (name, value, options) =>
    navigate(pathWith(route.path, route.query, { [name]: value }), options)
}

type FilterBarProps = {
  /** The accessible name, where the view has another bar. */
  readonly label?: string
  /** What is chosen. A narrow window shows it in place of the filters, until the reader opens them. */
  readonly chosen?: string
  readonly children: ComponentChildren
}

/** The filters of a view: each is a parameter of the address. */
export function FilterBar({ label, chosen, children }: FilterBarProps) {
  const { messages, route } = useApp()
  const [isOpen, setOpen] = useState(false)
  if (route.isEmbedded) return null
  return (
    <form
      class={chosen === undefined || isOpen ? 'controls' : 'controls closed'}
      aria-label={label ?? messages.filters.label}
      onSubmit={(event) => event.preventDefault()}
    >
      {chosen !== undefined && (
        <button
          type="button"
          class="chosen-filters"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{chosen}</span> <strong>{messages.filters.change}</strong>
        </button>
      )}
      {children}
    </form>
  )
}
