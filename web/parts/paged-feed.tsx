import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PagedRows } from '../use-pages.ts'
import { ErrorNotice, Skeleton } from './states.tsx'

type PagedFeedProps<Row> = {
  readonly pages: PagedRows<Row>
  /** What the rows are: `changes`. */
  readonly what: string
  /** What to show if there are no rows at all. */
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** A list that grows: older rows load when the reader scrolls to the end, or presses the button there. */
export function PagedFeed<Row>({ pages, what, empty, children }: PagedFeedProps<Row>) {
  const { rows, isLoading, isEnd, error, loadMore, retry } = pages
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null || isLoading || isEnd || error !== undefined) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && loadMore(),
      { rootMargin: '400px' },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  if (rows.length === 0 && isEnd) return <>{empty}</>
  return (
    <div class="feed">
      {children(rows)}
      {error !== undefined && (
        <ErrorNotice error={error} retry={retry} isPrevious={rows.length > 0} />
      )}
      {isLoading && <Skeleton rows={rows.length === 0 ? 14 : 3} />}
      <div ref={end} class="end">
        {isEnd && <p>There are no older {what}.</p>}
        {!isEnd && rows.length > 0 && error === undefined && (
          <button type="button" onClick={loadMore}>
            Show older {what}
          </button>
        )}
      </div>
    </div>
  )
}
