import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Place } from './address.ts'
import type { Api } from './api.ts'

/** What every part of the page may ask for. */
export type PageContext = {
  readonly api: Api
  /** What stands before every address; ends with a slash. */
  readonly base: string
  readonly place: Place
  /** Shows an address below the base path. */
  readonly go: (address: string) => void
}

export const Page = createContext<PageContext | undefined>(undefined)

/** The page around a component. */
export function usePage(): PageContext {
  const page = useContext(Page)
  if (page === undefined) throw new Error('A component stands outside of the page.')
  return page
}
