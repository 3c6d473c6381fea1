import { useEffect, useRef } from 'preact/hooks'
import type { RateChangeRow } from '../api.ts'
import { EmptyState, ErrorNotice, Skeleton } from '../parts/states.tsx'
import type { PagedRows } from '../use-pages.ts'
import { ChangesOfDay } from './changes-of-day.tsx'

type ChangesFeedProps = {
  readonly pages: PagedRows<RateChangeRow>
  readonly isFiltered: boolean
}

/** The changes by day. Older ones load when the reader scrolls to the end, or presses the button there. */
export function ChangesFeed({ pages, isFiltered }: ChangesFeedProps) {
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
  if (rows.length === 0 && isEnd) return <NoChanges isFiltered={isFiltered} />
  const days = Map.groupBy(rows, (row) => row.changed_at.slice(0, 10))
  return (
    <div class="feed">
      {[...days].map(([day, changes]) => (
        <ChangesOfDay key={day} day={day} changes={changes} />
      ))}
      {error !== undefined && (
        <ErrorNotice error={error} retry={retry} isPrevious={rows.length > 0} />
      )}
      {isLoading && <Skeleton rows={rows.length === 0 ? 14 : 3} />}
      <div ref={end} class="end">
        {isEnd && <p>There are no older changes.</p>}
        {!isEnd && rows.length > 0 && error === undefined && (
          <button type="button" onClick={loadMore}>
            Show older changes
          </button>
        )}
      </div>
    </div>
  )
}

function NoChanges({ isFiltered }: Pick<ChangesFeedProps, 'isFiltered'>) {
  if (isFiltered) {
    return (
      <EmptyState title="No rate has moved on these terms.">
        Choose other filters, or an earlier day to begin with.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No rate has moved yet.">
      Raises and cuts appear here once an institution publishes a second rate sheet.
    </EmptyState>
  )
}
