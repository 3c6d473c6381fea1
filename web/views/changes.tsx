import { useApp } from '../app-context.ts'
import { allRows } from '../take-along/export-table.ts'
import { FeedLine } from '../parts/feed-line.tsx'
import { institutionErrors } from '../parts/institution-field.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { QueryErrors } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { Part } from '../take-along/part.tsx'
import { usePages } from '../use-pages.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { ChangesControls } from './changes-controls.tsx'
import { ChangesFeed } from './changes-feed.tsx'
import { filterTexts, parametersOf, readChangesFilter } from './changes-filter.ts'
import { changesHeading } from './changes-heading.ts'
import { changesExport } from './changes-export.ts'

/** About two screens of changes. */
const pageSize = 50

/** The view of raises and cuts across the market by day, newest first. */
export function ChangesView() {
  const { client, messages } = useApp()
  const { changes } = messages
  const reader = useQueryReader()
  const filter = readChangesFilter(reader)
  const parameters = parametersOf(filter)
  const institutions = useRequest('', async (signal) => {
    return (await client.listInstitutions({ active_only: false }, { signal })).rows
  })
  const summary = useRequest('', async (signal) => (await client.getSummary({}, { signal })).rows)
  const pages = usePages(JSON.stringify(parameters), (signal) =>
    client.pagesOfRateChanges({ ...parameters, limit: pageSize }, { signal }),
  )
  const loadAll = () => allRows(client.pagesOfRateChanges(parameters))
  const errors = [
    ...reader.errors(),
    ...institutionErrors(filter.institution, institutions.value, messages),
  ]
  return (
    <>
      <ViewHeader
        kicker={changes.kicker}
        title={changes.title}
        {...changesHeading(pages, filter.direction, messages)}
      />
      <ChangesControls
        institutions={institutions.value ?? []}
        summary={summary.value}
        filter={filter}
      />
      <QueryErrors errors={errors} />
      <FeedLine path="rates/changes" filter={parameters} sentence={changes.feed} />
      <Part
        id="changes"
        title={changes.all(filterTexts(filter, institutions.value ?? [], messages))}
        table={pages.rows.length === 0 ? undefined : changesExport(loadAll, messages)}
      >
        <ChangesFeed
          pages={withErrorOf(withErrorOf(pages, institutions), summary)}
          isFiltered={Object.keys(parameters).length > 0}
          hasOffers={summary.value?.length !== 0}
        />
      </Part>
    </>
  )
}
