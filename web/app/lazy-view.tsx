import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary, useState } from 'preact/hooks'
import { Skeleton } from '../parts/states.tsx'
import type { ViewName } from './routes.ts'
import { MarketView } from '../views/market/market.tsx'
import { NotFoundView } from '../views/not-found.tsx'
import { useMessages } from './app-context.ts'

type View = () => ComponentChildren

/** Loads the code of a view. The first view and the smallest are part of the page. */
const loaders: Readonly<Record<ViewName, () => Promise<View>>> = {
  market: () => Promise.resolve(MarketView),
  notFound: () => Promise.resolve(NotFoundView),
  deposit: async () => (await import('../views/deposit/deposit.tsx')).DepositView,
  matrix: async () => (await import('../views/matrix/matrix.tsx')).MatrixView,
  comparison: async () => (await import('../views/comparison/comparison.tsx')).ComparisonView,
  institutions: async () =>
    (await import('../views/institutions/institutions.tsx')).InstitutionsView,
  institution: async () => (await import('../views/institution/institution.tsx')).InstitutionView,
  changes: async () => (await import('../views/changes/changes.tsx')).ChangesView,
  corrections: async () => (await import('../views/corrections/corrections.tsx')).CorrectionsView,
  sources: async () => (await import('../views/sources/sources.tsx')).SourcesView,
  receipt: async () => (await import('../views/receipt/receipt.tsx')).ReceiptView,
}

type LazyViewProps = {
  readonly name: ViewName
  /** Called when the view is there, and again for each other view. */
  readonly onShown: () => void
}

/** The view of an address, once its code is loaded. It throws if that fails, as after an upgrade of the server. */
export function LazyView({ name, onShown }: LazyViewProps) {
  const [loaded, setLoaded] = useState<
    { readonly name: ViewName; readonly View: View } | undefined
  >(undefined)
  const [error, setError] = useState<unknown>(undefined)
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<void> => {
      try {
        const View = await loaders[name]()
        if (isCurrent) setLoaded({ name, View })
      } catch (thrown) {
        if (isCurrent) setError(thrown ?? new Error('The view is missing.'))
      }
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [name])
  const isLoaded = loaded?.name === name
  useEffect(() => {
    if (isLoaded) onShown()
  })
  if (error !== undefined) throw error
  if (!isLoaded) return <Skeleton rows={16} />
  const { View } = loaded
  return <View />
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
