import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PageSettings } from '../../src/domain/book-settings.ts'
import type { AsOf, PageClient } from '../api/api.ts'
import type { Messages } from '../messages/messages.ts'
import type { PageRoute } from './routes.ts'

/** What every component may use. */
export type AppState = {
  /** Answers as known at `knownAt`. */
  readonly client: PageClient
  /** Answers about the present. A receipt of the past asks it whether the figure was corrected later. */
  readonly presentClient: PageClient
  /** The instant that the view is about; empty for the present. */
  readonly knownAt: string
  /** The reader's clock. */
  readonly now: () => Date
  /** The base path of the page; ends with a slash. */
  readonly base: string
  readonly route: PageRoute
  /** The filters that links take to other views. */
  readonly filters: URLSearchParams
  /** Shows an address below the base path, as a new entry of the browser's history or in place of the current one. */
  readonly navigate: Navigate
  /** Whether the book was filled with sample data. */
  readonly isSample: boolean
  /** Whether the view shows the last day of the sample because its address names no moment. */
  readonly isSampleEnd: boolean
  /** The time zone of the book (IANA), in which the page shows times. */
  readonly timeZone: string
  readonly settings: PageSettings
  readonly language: string
  readonly messages: Messages
  /** The book that the last answer came from; `undefined` before the first answer. */
  readonly asOf: AsOf | undefined
}

/** The name of the site. */
export function siteName({ operator: { name = 'Ratebook' } }: PageSettings): string {
  return name
}

type Navigate = (address: string, options?: { readonly isReplacement?: boolean }) => void

export const AppContext = createContext<AppState | undefined>(undefined)

export function useApp(): AppState {
  const app = useContext(AppContext)
  if (app === undefined) throw new Error('A component is used outside of the app.')
  return app
}

/** The sentences of the page in the reader's language. */
export function useMessages(): Messages {
  return useApp().messages
}
