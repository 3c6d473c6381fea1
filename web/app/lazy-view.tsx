import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from 'preact/hooks'
import { loadLate, LateCodeError } from '../api/late-code.ts'
import { errorMessageOf, useRetryOnline } from '../api/use-request.ts'
import { EmptyState, ErrorNotice, Skeleton } from '../parts/states.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { MarketView } from '../views/market/market.tsx'
import { useMessages } from './app-context.ts'
import { Link } from './router.tsx'
import type { ViewName } from './routes.ts'

type View = () => ComponentChildren

type LoadedView = { readonly View: View }

/** The first view and the smallest are part of the page; the code of the others is loaded when they are shown. */
const views: Readonly<Record<ViewName, LoadedView | (() => Promise<LoadedView>)>> = {
  market: { View: MarketView },
  notFound: { View: NotFoundView },
  deposit: async () => ({ View: (await import('../views/deposit/deposit.tsx')).DepositView }),
  matrix: async () => ({ View: (await import('../views/matrix/matrix.tsx')).MatrixView }),
  comparison: async () => ({
    View: (await import('../views/comparison/comparison.tsx')).ComparisonView,
  }),
  institutions: async () => ({
    View: (await import('../views/institutions/institutions.tsx')).InstitutionsView,
  }),
  institution: async () => ({
    View: (await import('../views/institution/institution.tsx')).InstitutionView,
  }),
  changes: async () => ({ View: (await import('../views/changes/changes.tsx')).ChangesView }),
  corrections: async () => ({
    View: (await import('../views/corrections/corrections.tsx')).CorrectionsView,
  }),
  sources: async () => ({ View: (await import('../views/sources/sources.tsx')).SourcesView }),
  receipt: async () => ({ View: (await import('../views/receipt/receipt.tsx')).ReceiptView }),
}

type LazyViewProps = {
  /** Always the same: another view has a `LazyView` of its own. */
  readonly name: ViewName
  /** Called whenever the view is drawn. */
  readonly onShown: () => void
}

/** The view of an address, once its code is loaded. It throws if the server has another version of the page. */
export function LazyView({ name, onShown }: LazyViewProps) {
  const view = views[name]
  const messages = useMessages()
  const [loaded, setLoaded] = useState(typeof view === 'function' ? undefined : view)
  const [error, setError] = useState<unknown>(undefined)
  const [retries, setRetries] = useState(0)
  useLayoutEffect(() => {
    if (typeof view !== 'function') return undefined
    let isCurrent = true
    const load = async (): Promise<void> => {
      setError(undefined)
      try {
        const next = await loadLate(view)
        if (isCurrent) setLoaded(next)
      } catch (thrown) {
        if (!isCurrent) return
        // Some browsers keep a failed import until the page is loaded again.
        if (retries > 0 && isOutdated(thrown)) location.reload()
        else setError(thrown)
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [retries])
  useEffect(() => {
    if (loaded !== undefined) onShown()
  })
  const retry = (): void => setRetries(retries + 1)
  useRetryOnline(error !== undefined, retry)
  if (isOutdated(error)) throw error
  if (error !== undefined)
    return <ErrorNotice error={errorMessageOf(error, messages)} retry={retry} isPrevious={false} />
  if (loaded === undefined) return <Skeleton rows={16} />
  return <loaded.View />
}

function isOutdated(error: unknown): boolean {
  return error instanceof LateCodeError && error.reason === 'outdated'
}

type ErrorBoundaryProps = { readonly query: string; readonly children: ComponentChildren }

/** Shows an error message in place of a view that throws. */
export function ErrorBoundary({ query, children }: ErrorBoundaryProps) {
  const { page } = useMessages()
  const [error, reset] = useErrorBoundary() as [unknown, () => void]
  // The view may work with other filters.
  useEffect(reset, [query])
  if (error === undefined) return <>{children}</>
  return (
    <div class="error-notice" role="alert">
      <p>
        <strong>{page.viewFailed}</strong> {page.copyMayBeOld}
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          {page.reload}
        </button>
      </p>
    </div>
  )
}

function NotFoundView() {
  const { page } = useMessages()
  return (
    <>
      <ViewHeader heading={page.notFoundHeading} title={page.notFoundHeading} />
      <EmptyState title={page.notFoundTitle}>
        {page.notFoundAdvice({ market: (text) => <Link to="">{text}</Link> })}
      </EmptyState>
    </>
  )
}
