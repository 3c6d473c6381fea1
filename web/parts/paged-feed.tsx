import type { ComponentChildren } from 'preact'
import type { PagedRows } from '../api/use-pages.ts'
import type { FailableRequest } from '../api/use-request.ts'
import { useApp } from '../app/app-context.ts'
import { ErrorNotice, Skeleton } from './states.tsx'
import { useGrowingRows, useInView } from './tables.tsx'

type PagedFeedProps<Row> = {
  readonly pages: PagedRows<Row>
  /** Another request of the view. The rows are current and go on loading if only this one fails. */
  readonly background: FailableRequest
  /** The text of the button that loads older rows. */
  readonly showOlder: string
  /** Stands below the last row. */
  readonly noOlder: string
  /** What to show if there are no rows at all. */
  readonly empty: ComponentChildren
  readonly children: (rows: readonly Row[]) => ComponentChildren
}

/** A list that grows when the reader scrolls to the end, or presses the button there: first by loaded rows, then by older ones. */
export function PagedFeed<Row>(props: PagedFeedProps<Row>) {
  const { pages, background, showOlder, noOlder, empty, children } = props
  const { rows, isLoading, isFirstLoad, isEnd, error, loadMore, retry } = pages
  const { shown, more } = useGrowingRows(rows)
  const canLoad = more === false && !isLoading && !isEnd && error === undefined
  const end = useInView(canLoad ? loadMore : undefined, '400px')
  const retryAll = (): void => {
    retry()
    if (background.error !== undefined) background.retry()
  }
  const backgroundNotice = error === undefined && background.error !== undefined && (
    <ErrorNotice error={background.error} retry={background.retry} isPrevious={false} />
  )
  if (rows.length === 0 && isEnd) {
    return (
      <>
        {backgroundNotice}
        {empty}
      </>
    )
  }
  return (
    <div class={isFirstLoad ? 'feed first-load' : 'feed'}>
      {backgroundNotice}
      {children(shown)}
      {more}
      {error !== undefined && (
        <ErrorNotice error={error} retry={retryAll} isPrevious={rows.length > 0} />
      )}
      {isLoading && <Skeleton rows={rows.length === 0 ? 14 : 3} />}
      <div ref={end} class="end">
        {isEnd && more === false && <p>{noOlder}</p>}
        {!isEnd && more === false && rows.length > 0 && error === undefined && (
          <button type="button" onClick={loadMore}>
            {showOlder}
          </button>
        )}
      </div>
    </div>
  )
}

type FeedLineProps = {
  /** The endpoint of the feed, below the base path. */
  readonly path: string
  /** The parameters of the API, without those of paging. */
  readonly filter: Readonly<Record<string, string>>
  /** A sentence with links to the feed and to the list that programs read. */
  readonly sentence: (
    feed: (text: string) => ComponentChildren,
    list: (text: string) => ComponentChildren,
  ) => ComponentChildren
}

/** A line that leads to the Atom feed of a list. */
export function FeedLine({ path, filter, sentence }: FeedLineProps) {
  const { base, route } = useApp()
  if (route.isEmbedded) return null
  const query = new URLSearchParams(filter).toString()
  return (
    <p class="export-links">
      {sentence(
        (text) => (
          <a href={`${base}${path}.atom${query === '' ? '' : `?${query}`}`}>{text}</a>
        ),
        (text) => (
          <a href={base + path}>{text}</a>
        ),
      )}
    </p>
  )
}
