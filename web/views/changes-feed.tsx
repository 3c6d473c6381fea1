import type { RateChangeRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { PagedFeed } from '../parts/paged-feed.tsx'
import { EmptyBook, EmptyState } from '../parts/states.tsx'
import type { PagedRows } from '../use-pages.ts'
import type { FailableRequest } from '../use-request.ts'
import { ChangesOfDay } from './changes-of-day.tsx'
import { groupBy } from '../group-by.ts'

type ChangesFeedProps = {
  readonly pages: PagedRows<RateChangeRow>
  /** The request of the filters. */
  readonly background: FailableRequest
  readonly isFiltered: boolean
  readonly isEmptyBook: boolean
}

/** The changes by day. */
export function ChangesFeed({ pages, background, isFiltered, isEmptyBook }: ChangesFeedProps) {
  const { changes } = useMessages()
  return (
    <PagedFeed
      pages={pages}
      background={background}
      showOlder={changes.showOlder}
      noOlder={isFiltered ? changes.noOlderFiltered : changes.noOlder}
      empty={
        isEmptyBook ? (
          <EmptyBook />
        ) : (
          <EmptyState title={isFiltered ? changes.noneFilteredTitle : changes.noneTitle}>
            {isFiltered ? changes.noneFilteredText : changes.noneText}
          </EmptyState>
        )
      }
    >
      {(rows) =>
        [...groupBy(rows, (row) => row.changed_at.slice(0, 10))].map(([day, changes]) => (
          <ChangesOfDay key={day} day={day} changes={changes} />
        ))
      }
    </PagedFeed>
  )
}
