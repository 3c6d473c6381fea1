import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PageSettings } from '../../src/domain/book-settings.ts'
import { createPageClient, type AsOf } from '../api/api.ts'
import type { Messages } from '../messages/messages.ts'
import { AppContext } from './app-context.ts'
import { Footer, Masthead } from './frame.tsx'
import { ErrorBoundary, LazyView } from './lazy-view.tsx'
import { pinnedInstant } from './query-reader.ts'
import { useRoute } from './router.tsx'
import { useScrollRestoration } from './use-scroll.ts'

type PageAppProps = {
  readonly now: () => Date
  readonly base: string
  /** The instant of the last entry of a sample; empty for a real book. */
  readonly sampleEnd: string
  readonly settings: PageSettings
  readonly language: string
  readonly messages: Messages
}

/** The whole page: the masthead, the view of the current address, and the footer. */
export function PageApp({ now, base, sampleEnd, settings, language, messages }: PageAppProps) {
  const { route, filters, navigate } = useRoute(base)
  useScrollRestoration()
  const { view, id, isEmbedded, query } = route
  const pinned = pinnedInstant(query.get('at'), now().getTime())
  const isSampleEnd = sampleEnd !== '' && pinned === undefined
  const knownAt = pinned ?? sampleEnd
  const [asOf, setAsOf] = useState<AsOf | undefined>(undefined)
  // Before the first answer of the new moment, which may come before other effects run.
  useLayoutEffect(() => setAsOf(undefined), [knownAt])
  const client = useMemo(() => {
    return createPageClient({
      baseUrl: document.baseURI,
      knownAt,
      sampleEnd,
      onAnswer: (next) => setAsOf((last) => (last?.position === next.position ? last : next)),
    })
  }, [knownAt])
  const presentClient = useMemo(
    () =>
      createPageClient({
        baseUrl: document.baseURI,
        knownAt: '',
        sampleEnd: '',
        onAnswer: () => {},
      }),
    [],
  )
  const viewKey = `${view} ${id} ${knownAt}`
  const focusedKey = useRef(viewKey)
  const focusHeading = (): void => {
    if (focusedKey.current === viewKey) return
    focusedKey.current = viewKey
    // Focus makes screen readers announce the new view.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }
  return (
    <AppContext.Provider
      value={{
        client,
        presentClient,
        knownAt,
        now,
        base,
        route,
        filters,
        navigate,
        isSample: sampleEnd !== '',
        isSampleEnd,
        settings,
        timeZone: settings.timeZone,
        language,
        messages,
        asOf,
      }}
    >
      {!isEmbedded && <Masthead />}
      <main id="main" tabIndex={-1}>
        <ErrorBoundary key={viewKey} query={query.toString()}>
          <LazyView name={view} onShown={focusHeading} />
        </ErrorBoundary>
      </main>
      <Footer />
    </AppContext.Provider>
  )
}
