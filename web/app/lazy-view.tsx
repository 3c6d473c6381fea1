import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Skeleton } from '../parts/states.tsx'
import type { ViewName } from './routes.ts'
import { MarketView } from '../views/market/market.tsx'
import { NotFoundView } from '../views/not-found.tsx'

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
