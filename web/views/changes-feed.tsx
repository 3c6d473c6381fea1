import { useEffect, useRef } from 'preact/hooks'
import type { Change } from '../api.ts'
import { Empty, Trouble, Waiting } from '../parts/states.tsx'
import type { PagedRows } from '../use-pages.ts'
import { DayOfChanges } from './day-of-changes.tsx'

type ChangesFeedProps = PagedRows<Change> & { readonly isFiltered: boolean }

/** The feed by day; what is older comes when its end is reached, by scrolling or by the button there. */
export function ChangesFeed({ isFiltered, ...pages }: ChangesFeedProps) {
  const { rows, isAsking, isEnd, trouble, more, again } = pages

  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null || isAsking || isEnd || trouble !== undefined) return undefined
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && more(), {
      rootMargin: '400px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  if (rows.length === 0 && isEnd) {
    return (
      <Empty title={isFiltered ? 'No rate has moved on these terms.' : 'No rate has moved yet.'}>
        {isFiltered
          ? 'Choose other filters, or an earlier day to begin with.'
          : 'Raises and cuts appear here once an institution publishes a second rate sheet.'}
      </Empty>
    )
  }
  const days = Map.groupBy(rows, (row) => row.changed_at.slice(0, 10))
  return (
    <div class="feed">
      {[...days].map(([day, changes]) => (
        <DayOfChanges key={day} day={day} changes={changes} />
      ))}
      {trouble !== undefined && (
        <Trouble trouble={trouble} again={again} hasValue={rows.length > 0} />
      )}
      {isAsking && <Waiting rows={rows.length === 0 ? 14 : 3} />}
      <div ref={end} class="end">
        {isEnd && <p>This is the whole record: nothing older is known.</p>}
        {!isEnd && rows.length > 0 && trouble === undefined && (
          <button type="button" onClick={more}>
            Show older changes
          </button>
        )}
      </div>
    </div>
  )
}
