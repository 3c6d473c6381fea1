import type { RateChangeRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { PagedFeed } from '../parts/paged-feed.tsx'
import { EmptyBook, EmptyState } from '../parts/states.tsx'
import type { PagedRows } from '../use-pages.ts'
import { ChangesOfDay } from './changes-of-day.tsx'

type ChangesFeedProps = {
  readonly pages: PagedRows<RateChangeRow>
  readonly isFiltered: boolean
  /** Whether the book is not empty. */
  readonly hasOffers: boolean
}

/** The changes by day. */
export function ChangesFeed({ pages, isFiltered, hasOffers }: ChangesFeedProps) {
  const { changes } = useMessages()
  return (
    <PagedFeed
      pages={pages}
      showOlder={changes.showOlder}
      noOlder={isFiltered ? changes.noOlderFiltered : changes.noOlder}
      empty={
        hasOffers ? (
          <EmptyState title={isFiltered ? changes.noneFilteredTitle : changes.noneTitle}>
            {isFiltered ? changes.noneFilteredText : changes.noneText}
          </EmptyState>
        ) : (
          <EmptyBook />
        )
      }
    >
      {(rows) =>
        [...Map.groupBy(rows, (row) => row.changed_at.slice(0, 10))].map(([day, changes]) => (
          <ChangesOfDay key={day} day={day} changes={changes} />
        ))
      }
    </PagedFeed>
  )
}
