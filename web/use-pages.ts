import { useEffect, useRef, useState } from 'preact/hooks'
import type { IteratedPage } from '../src/client/pages.ts'
import { troubleOf, type Trouble } from './api.ts'

type Pages<Row> = AsyncGenerator<IteratedPage<Row>, void, undefined>

/** The rows of the pages that were asked for so far. */
export type PagedRows<Row> = {
  readonly rows: readonly Row[]
  readonly isAsking: boolean
  readonly isEnd: boolean
  readonly trouble: Trouble | undefined
  readonly more: () => void
  readonly again: () => void
}

type Loaded<Row> = Omit<PagedRows<Row>, 'more' | 'again'>

/** Rows page by page, as somebody asks for more; at first as many as were read when the reader was last here. */
export function usePages<Row>(
  key: string,
  begin: (signal: AbortSignal) => Pages<Row>,
): PagedRows<Row> {
  const empty: Loaded<Row> = { rows: [], isAsking: true, isEnd: false, trouble: undefined }
  const [loaded, setLoaded] = useState(empty)
  const [times, setTimes] = useState(0)
  const next = useRef<() => void>(() => {})
  const shown = useRef(key)
  useEffect(() => {
    const stop = new AbortController()
    const pages = begin(stop.signal)
    const rows: Row[] = []
    let isAsking = false
    const load = async (least: number): Promise<void> => {
      if (isAsking) return
      isAsking = true
      setLoaded((last) => ({ ...last, isAsking, trouble: undefined }))
      try {
        let isEnd = false
        do {
          const page = (await pages.next()).value
          isEnd = page?.isEnd ?? true
          rows.push(...(page?.rows ?? []))
        } while (!isEnd && rows.length < least)
        isAsking = false
        if (stop.signal.aborted) return
        history.replaceState({ ...(history.state as object | null), rows: rows.length }, '')
        setLoaded({ rows: [...rows], isAsking, isEnd, trouble: undefined })
      } catch (error) {
        if (!stop.signal.aborted)
          setLoaded((last) => ({ ...last, isAsking: false, trouble: troubleOf(error) }))
      }
    }
    // Asked again, the question is the same: what was read stays until the answer is there.
    if (shown.current !== key) setLoaded(empty)
    shown.current = key
    next.current = () => void load(rows.length + 1)
    void load(readBefore())
    return () => stop.abort()
    // The key says what the pages depend on.
  }, [key, times])
  return { ...loaded, more: () => next.current(), again: () => setTimes(times + 1) }
}

function readBefore(): number {
  const state = history.state as { readonly rows?: number } | null
  return state?.rows ?? 1
}
