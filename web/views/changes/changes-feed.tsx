import { useMemo } from 'preact/hooks'
import type { RateChangeRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { PagedFeed } from '../../parts/paged-feed.tsx'
import { EmptyBook, EmptyState } from '../../parts/states.tsx'
import type { PagedRows } from '../../api/use-pages.ts'
import type { FailableRequest } from '../../api/use-request.ts'
import type { ChangesQuery } from './changes-filter.ts'
import { ChangesByDay, ChangesBySize, MovesByInstitution } from './changes-sections.tsx'
import { byInstitution, netMoves, rankedBySize, singleMove } from './net-moves.ts'

type ChangesFeedProps = {
  readonly pages: PagedRows<RateChangeRow>
  readonly order: ChangesQuery['order']
  readonly direction: ChangesQuery['direction']
  /** The request of the filters. */
  readonly background: FailableRequest
  readonly isFiltered: boolean
  readonly isEmptyBook: boolean
}

/** The changes by day, by institution or by size. */
export function ChangesFeed(props: ChangesFeedProps) {
  const { pages, order, direction, background, isFiltered, isEmptyBook } = props
  const { changes } = useMessages()
  const common = {
    background,
    showOlder: changes.showOlder,
    noOlder: isFiltered ? changes.noOlderFiltered : changes.noOlder,
    empty: isEmptyBook ? (
      <EmptyBook />
    ) : (
      <EmptyState title={isFiltered ? changes.noneFilteredTitle : changes.noneTitle}>
        {isFiltered ? changes.noneFilteredText : changes.noneText}
      </EmptyState>
    ),
  }
  const { rows } = pages
  const ranked = useMemo(() => rankedBySize(rows), [rows])
  // Without the moves of the other direction, the first and the last rate are not those of a net move.
  const isNet = direction === ''
  const moves = useMemo(
    () =>
      order === 'institution' ? byInstitution(isNet ? netMoves(rows) : rows.map(singleMove)) : [],
    [rows, order, isNet],
  )
  if (order === 'institution')
    return (
      <PagedFeed key={order} {...common} pages={{ ...pages, rows: moves }}>
        {(shown) => <MovesByInstitution rows={shown} all={moves} isNet={isNet} />}
      </PagedFeed>
    )
  if (order === 'size')
    return (
      <PagedFeed
        key={order}
        {...common}
        pages={{ ...pages, rows: [...ranked.counted, ...ranked.older] }}
      >
        {(shown) => <ChangesBySize rows={ranked} shown={shown} />}
      </PagedFeed>
    )
  return (
    <PagedFeed key={order} {...common} pages={pages}>
      {(shown) => <ChangesByDay rows={shown} />}
    </PagedFeed>
  )
}
