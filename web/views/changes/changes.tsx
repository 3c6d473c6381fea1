import { useApp } from '../../app/app-context.ts'
import { allRows } from '../../take-along/export-table.ts'
import { FeedLine } from '../../parts/paged-feed.tsx'
import { institutionErrors } from '../../parts/filter-fields.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { QueryErrors } from '../../parts/states.tsx'
import { useQueryReader } from '../../app/query-reader.ts'
import { Part } from '../../take-along/part.tsx'
import { usePages, type PagedRows } from '../../api/use-pages.ts'
import { useRequest } from '../../api/use-request.ts'
import { ChangesControls, ChangesOrder } from './changes-controls.tsx'
import { ChangesFeed } from './changes-feed.tsx'
import { filterTexts, parametersOf, readChangesFilter } from './changes-filter.ts'
import { changesExport } from './changes-export.ts'
import { inOrder } from './net-moves.ts'
import type { RateChangeRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { gapsNote, hasLongGap } from '../../rates/reading-gap.ts'

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
