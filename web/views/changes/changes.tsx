import { useMemo } from 'preact/hooks'
import type { RateChangeRow } from '../../api/api.ts'
import { usePages, type PagedRows } from '../../api/use-pages.ts'
import { useRequest, type FailableRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import type { Messages } from '../../messages/messages.ts'
import { institutionErrors } from '../../parts/filter-fields.tsx'
import { FeedLine, PagedFeed } from '../../parts/paged-feed.tsx'
import { EmptyBook, EmptyState, QueryErrors } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { gapsNote, hasLongGap } from '../../rates/reading-gap.ts'
import { allRows } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import { ChangesControls, ChangesOrder } from './changes-controls.tsx'
import { changesExport } from './changes-export.ts'
import {
  filterTexts,
  parametersOf,
  readChangesFilter,
  type ChangesQuery,
} from './changes-filter.ts'
import { ChangesByDay, ChangesBySize, MovesByInstitution } from './changes-sections.tsx'
import { byInstitution, inOrder, netMoves, rankedBySize, singleMove } from './net-moves.ts'

/** The most that the API gives at once. */
const pageSize = 1000

/** The view of raises and cuts across the market: by day, by institution or by size. */
export function ChangesView() {
  const { client, messages } = useApp()
  const { changes } = messages
  const reader = useQueryReader()
  const filter = readChangesFilter(reader)
  const parameters = parametersOf(filter)
  const background = useRequest('', async (signal) => {
    const [institutions, summary, about] = await Promise.all([
      client.listInstitutions({ active_only: false }, { signal }),
      client.getSummary({}, { signal }),
      client.getAbout({}, { signal }),
    ])
    // A book without current offers may have changes; only one without a currency has no sheet.
    const isEmptyBook = about.currency === null
    return { institutions: institutions.rows, summary: summary.rows, isEmptyBook }
  })
  const institutions = background.value?.institutions
  const pages = usePages(JSON.stringify(parameters), (signal) =>
    client.pagesOfRateChanges({ ...parameters, limit: pageSize }, { signal }),
  )
  const loadAll = async (at: string) =>
    inOrder(await allRows(client.pagesOfRateChanges({ ...parameters, known_at: at })), filter.order)
  const errors = [
    ...reader.errors(),
    ...institutionErrors(filter.institution, institutions, messages),
  ]
  const title = [
    changes.all[filter.direction === '' ? 'any' : filter.direction],
    ...filterTexts(filter, institutions ?? [], messages),
  ].join(', ')
  const feed = (
    <ChangesFeed
      pages={pages}
      order={filter.order}
      direction={filter.direction}
      background={background}
      isFiltered={Object.keys(parameters).length > 0}
      isEmptyBook={background.value?.isEmptyBook === true}
    />
  )
  return (
    <>
      <ViewHeader
        kicker={title}
        title={changes.title}
        {...changesHeading(pages, filter.direction, messages)}
      />
      <ChangesControls
        institutions={institutions ?? []}
        summary={background.value?.summary}
        filter={filter}
        chosen={title}
      />
      <QueryErrors errors={errors} />
      {pages.rows.length === 0 && !pages.isEnd ? (
        // Only the rows of the skeleton move when the heading grows.
        feed
      ) : (
        <>
          <div class="list-head">
            <ChangesOrder order={filter.order} />
            <FeedLine
              path="rates/changes"
              filter={parameters}
              sentence={(link) => changes.feed({ link })}
            />
          </div>
          <Part
            id="changes"
            title={title}
            table={pages.rows.length === 0 ? undefined : changesExport(loadAll, messages)}
          >
            {feed}
          </Part>
        </>
      )}
    </>
  )
}

/** The heading counts the changes that the list has: all that pass the filters, or the latest while older ones are not loaded. */
function changesHeading(
  { rows, isEnd }: Pick<PagedRows<RateChangeRow>, 'rows' | 'isEnd'>,
  direction: 'up' | 'down' | '',
  messages: Messages,
): { readonly heading: string; readonly details: string } {
  const { changes } = messages
  if (rows.length === 0) return { heading: changes.heading, details: '' }
  const up = rows.filter((row) => row.direction === 'up').length
  const down = rows.length - up
  const noun = direction === '' ? 'any' : direction
  const counts = (isEnd ? changes.counts : changes.latest)[noun]({ count: rows.length })
  const gaps = rows.filter(hasLongGap).length
  return {
    heading: direction === '' ? changes.upAndDown({ counts, up, down }) : counts,
    details: `${changes.dayOfChange} ${gapsNote({ gaps, all: rows.length }, messages)}`.trim(),
  }
}

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
        pages={{ ...pages, rows: [...ranked.counted, ...ranked.apart] }}
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
