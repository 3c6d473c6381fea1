import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Client } from '../src/client/methods.ts'
import type { PageRoute } from './routes.ts'

/** What every component may use. */
export type AppState = {
  readonly client: Client
  /** The reader's clock. */
  readonly now: () => Date
  /** The base path of the page; ends with a slash. */
  readonly base: string
  readonly route: PageRoute
  /** Shows an address below the base path, as a new entry of the browser's history or in place of the current one. */
  readonly navigate: (address: string, options?: { readonly isReplacement?: boolean }) => void
}

export const AppContext = createContext<AppState | undefined>(undefined)

export function useApp(): AppState {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('A component is used outside of the app.')
  return app
}
