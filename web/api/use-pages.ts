import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { IteratedPage } from '../../src/serve/client/pages.ts'
import { useMessages } from '../app/app-context.ts'
import { errorMessageOf, useRetryOnline, type ErrorMessage } from './use-request.ts'

/** The rows of all pages that are loaded so far. */
export type PagedRows<Row> = {
  readonly rows: readonly Row[]
  readonly isLoading: boolean
  /** Whether no request of the view has ended yet. */
  readonly isFirstLoad: boolean
  readonly isEnd: boolean
  readonly error: ErrorMessage | undefined
  readonly loadMore: () => void
  readonly retry: () => void
}

type LoadedRows<Row> = Omit<PagedRows<Row>, 'loadMore' | 'retry'>

const nothingLoaded = {
  rows: [],
  isLoading: true,
  isFirstLoad: false,
  isEnd: false,
  error: undefined,
}

/**
 * Loads a list page by page. After a step back in the browser's history it first loads as many rows as were shown there.
 * The key holds everything that the list depends on.
 */
export function usePages<Row>(
  key: string,
  iterate: (signal: AbortSignal) => AsyncGenerator<IteratedPage<Row>, void, undefined>,
): PagedRows<Row> {
  const [loaded, setLoaded] = useState<LoadedRows<Row>>({ ...nothingLoaded, isFirstLoad: true })
  const messages = useMessages()
  const [retries, setRetries] = useState(0)
  const loadMore = useRef<() => void>(() => {})
  const loadedKey = useRef(key)
  useLayoutEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const pages = iterate(signal)
    const rows: Row[] = []
    let isLoading = false
    const loadUntil = async (rowCount: number): Promise<void> => {
      if (isLoading) return
      isLoading = true
      setLoaded((last) => ({ ...last, isLoading, error: undefined }))
      try {
        let isEnd = false
        do {
          const page = (await pages.next()).value
          isEnd = page?.isEnd ?? true
          rows.push(...(page?.rows ?? []))
        } while (!isEnd && rows.length < rowCount)
        isLoading = false
        if (signal.aborted) return
        history.replaceState({ ...(history.state as object | null), rows: rows.length }, '')
        setLoaded({ ...nothingLoaded, rows: [...rows], isLoading, isEnd })
      } catch (thrown) {
        const error = errorMessageOf(thrown, messages)
        if (!signal.aborted)
          setLoaded((last) => ({ ...last, isLoading: false, isFirstLoad: false, error }))
      }
    }
    // A retry has the same key: the rows stay until the new ones are loaded.
    if (loadedKey.current !== key) setLoaded(nothingLoaded)
    loadedKey.current = key
    loadMore.current = () => void loadUntil(rows.length + 1)
    void loadUntil(savedRowCount())
    return () => controller.abort()
  }, [key, retries])
  // Rows of another key never stand under the heading of this one.
  const shown = loadedKey.current === key ? loaded : nothingLoaded
  const retry = (): void => setRetries(retries + 1)
  useRetryOnline(shown.error !== undefined, retry)
  return { ...shown, loadMore: () => loadMore.current(), retry }
}

function savedRowCount(): number {
  const state = history.state as { readonly rows?: number } | null
  return state?.rows ?? 1
}
