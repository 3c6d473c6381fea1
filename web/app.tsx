import { useEffect, useErrorBoundary, useRef } from 'preact/hooks'
import type { ComponentChildren } from 'preact'
import type { Client } from '../src/client/methods.ts'
import { AppContext } from './app-context.ts'
import { Link, useRoute } from './router.tsx'
import type { ViewName } from './routes.ts'
import { ReceiptView } from './receipt/receipt.tsx'
import { useScrollRestoration } from './use-scroll.ts'
import { ChangesView } from './views/changes.tsx'
import { CorrectionsView } from './views/corrections.tsx'
import { DepositView } from './views/deposit.tsx'
import { InstitutionView } from './views/institution.tsx'
import { InstitutionsView } from './views/institutions.tsx'
import { MarketView } from './views/market.tsx'
import { NotFoundView } from './views/not-found.tsx'
import { SourcesView } from './views/sources.tsx'

type PageAppProps = {
  readonly client: Client
  readonly now: () => Date
  readonly base: string
  readonly isSample: boolean
}

const views: Readonly<Record<ViewName, () => ComponentChildren>> = {
  market: MarketView,
  deposit: DepositView,
  institutions: InstitutionsView,
  institution: InstitutionView,
  changes: ChangesView,
  corrections: CorrectionsView,
  sources: SourcesView,
  receipt: ReceiptView,
  notFound: NotFoundView,
}

/** The whole page: the masthead, the view of the current address, and the footer. */
export function PageApp({ client, now, base, isSample }: PageAppProps) {
  const { route, navigate } = useRoute(base)
  useScrollRestoration()
  const viewKey = `${route.view} ${route.id}`
  const focusedKey = useRef(viewKey)
  useEffect(() => {
    if (focusedKey.current === viewKey) return
    focusedKey.current = viewKey
    // Focus makes screen readers announce the new view.
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [viewKey])
  const View = views[route.view]
  return (
    <AppContext.Provider value={{ client, now, base, route, navigate }}>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the figures
      </a>
      <Masthead view={route.view} isSample={isSample} />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary key={viewKey} query={route.query.toString()}>
          <View />
        </ErrorBoundary>
      </main>
      <footer class="foot">
        <p>
          Rates are information, not advice: they may change without notice. Ask the institution
          before you decide.
        </p>
        <p>
          Every figure comes from the <a href={`${base}docs`}>open API</a> of this server, in which
          decimals are exact. Each rate leads to its receipt, which says where it was read.
        </p>
      </footer>
    </AppContext.Provider>
  )
}

/** Replaces the browser's own jump: because of `<base>`, the link `#main` would load the first view. */
function skipToMain(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('#main')?.focus()
}

const sections: readonly (readonly [
  path: string,
  label: string,
  viewsOfSection: readonly ViewName[],
])[] = [
  ['', 'Market', ['market']],
  ['deposit', 'What do I get', ['deposit']],
  ['institution', 'Institutions', ['institutions', 'institution']],
  ['changes', 'Changes', ['changes']],
  ['correction', 'Corrections', ['corrections']],
  ['source', 'Sources', ['sources']],
]

function Masthead({ view, isSample }: { readonly view: ViewName; readonly isSample: boolean }) {
  return (
    <header class="masthead">
      <div class="name">
        <Link to="" class="wordmark">
          Ratebook
        </Link>
        <p>The open rate book for fixed deposits</p>
      </div>
      <nav aria-label="Sections">
        {sections.map(([path, label, viewsOfSection]) => (
          <Link key={path} to={path} isCurrent={viewsOfSection.includes(view)}>
            {label}
          </Link>
        ))}
      </nav>
      {isSample && (
        <p class="sample">
          <strong>Sample data, not current rates.</strong> This market was built from dated rate
          sheets to show how the page works.
        </p>
      )}
    </header>
  )
}

type ErrorBoundaryProps = { readonly query: string; readonly children: ComponentChildren }

/** Shows an error message in place of a view that throws. */
function ErrorBoundary({ query, children }: ErrorBoundaryProps) {
  const [error, reset] = useErrorBoundary() as [unknown, () => void]
  // The view may work with other filters.
  useEffect(reset, [query])
  if (error === undefined) return <>{children}</>
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>This view cannot be shown.</strong> Reload the page: this copy may be older than the
        server.
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  )
}
