import type { ComponentChildren } from 'preact'
import { useApp } from '../app-context.ts'
import { pathWith } from '../routes.ts'

/** Sets a filter of the current view in the address; an empty value removes it. */
export type SetFilter = (
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
  readonly children: ComponentChildren
}

/** The filters of a view: each is a parameter of the address. */
export function FilterBar({ label, children }: FilterBarProps) {
  const { messages, route } = useApp()
  if (route.isEmbedded) return null
  return (
    <form
      class="controls"
      aria-label={label ?? messages.filters.label}
      onSubmit={(event) => event.preventDefault()}
    >
      {children}
    </form>
  )
}
