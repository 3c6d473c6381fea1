import type { RateChangeRow } from '../api.ts'
import { PagedFeed } from '../parts/paged-feed.tsx'
import { EmptyState } from '../parts/states.tsx'
import type { PagedRows } from '../use-pages.ts'
import { ChangesOfDay } from './changes-of-day.tsx'

type ChangesFeedProps = {
  readonly pages: PagedRows<RateChangeRow>
  readonly isFiltered: boolean
}

/** The changes by day. */
export function ChangesFeed({ pages, isFiltered }: ChangesFeedProps) {
  return (
    <PagedFeed pages={pages} what="changes" empty={<NoChanges isFiltered={isFiltered} />}>
      {(rows) =>
        [...Map.groupBy(rows, (row) => row.changed_at.slice(0, 10))].map(([day, changes]) => (
          <ChangesOfDay key={day} day={day} changes={changes} />
        ))
      }
    </PagedFeed>
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
