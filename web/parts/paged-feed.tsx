import type { ComponentChildren } from 'preact'
import { useInView } from '../use-in-view.ts'
import type { PagedRows } from '../use-pages.ts'
import { ErrorNotice, Skeleton } from './states.tsx'

type PagedFeedProps<Row> = {
  readonly pages: PagedRows<Row>
  /** The text of the button that loads older rows. */
  readonly showOlder: string
  /** Stands below the last row. */
  readonly noOlder: string
  /** What to show if there are no rows at all. */
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** A list that grows: older rows load when the reader scrolls to the end, or presses the button there. */
export function PagedFeed<Row>(props: PagedFeedProps<Row>) {
  const { pages, showOlder, noOlder, empty, children } = props
  const { rows, isLoading, isEnd, error, loadMore, retry } = pages
  const canLoad = !isLoading && !isEnd && error === undefined
  const end = useInView(canLoad ? loadMore : undefined, '400px')
  if (rows.length === 0 && isEnd) return <>{empty}</>
  return (
    <div class="feed">
      {children(rows)}
      {error !== undefined && (
        <ErrorNotice error={error} retry={retry} isPrevious={rows.length > 0} />
      )}
      {isLoading && <Skeleton rows={rows.length === 0 ? 14 : 3} />}
      <div ref={end} class="end">
        {isEnd && <p>{noOlder}</p>}
        {!isEnd && rows.length > 0 && error === undefined && (
          <button type="button" onClick={loadMore}>
            {showOlder}
          </button>
        )}
      </div>
    </div>
  )
}
