import { institutionTypes } from '../../../src/domain/institution.ts'
import type { CorrectionRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import { allRows, exportTable, type ExportTable } from '../../take-along/export-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { FeedLine, PagedFeed } from '../../parts/paged-feed.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { institutionErrors, InstitutionField, TypeField } from '../../parts/filter-fields.tsx'
import { EmptyState, QueryErrors } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { useQueryReader } from '../../app/query-reader.ts'
import { Part } from '../../take-along/part.tsx'
import { usePages, type PagedRows } from '../../api/use-pages.ts'
import { useRequest } from '../../api/use-request.ts'
import { CorrectionsOfDay } from './corrections-of-day.tsx'
import { groupBy } from '../../rates/group-by.ts'

/** About two screens of corrections. */
const pageSize = 50

/** The view of the published figures that were wrong, newest correction first. */
export function CorrectionsView() {
  const { client, messages } = useApp()
  const { corrections, words } = messages
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const institution = reader.text('institution')
  const filter = {
    ...(type !== '' && { type }),
    ...(institution !== '' && { institution_id: institution }),
  }
  const institutions = useRequest('', async (signal) => {
    return (await client.listInstitutions({ active_only: false }, { signal })).rows
  })
  const pages = usePages(JSON.stringify(filter), (signal) =>
    client.pagesOfCorrections({ ...filter, limit: pageSize }, { signal }),
  )
  const loadAll = (at: string) => allRows(client.pagesOfCorrections({ ...filter, known_at: at }))
  const isFiltered = Object.keys(filter).length > 0
  const errors = [
    ...reader.errors(),
    ...institutionErrors(institution, institutions.value, messages),
  ]
  const name = institutions.value?.find(({ id }) => id === institution)?.name ?? institution
  const filterTexts = [type === '' ? [] : words.types[type], name === '' ? [] : name].flat()
  return (
    <>
      <ViewHeader
        kicker={corrections.kicker}
        title={corrections.title}
        heading={headingOf(pages, isFiltered, messages)}
        details={corrections.details}
      />
      <FilterBar>
        <TypeField value={type} />
        <InstitutionField institutions={institutions.value ?? []} type={type} value={institution} />
      </FilterBar>
      <QueryErrors errors={errors} />
      <FeedLine
        path="corrections"
        filter={filter}
        sentence={(feed, list) => corrections.feed({ feed, list })}
      />
      <Part
        id="corrections"
        title={[corrections.all, ...filterTexts].join(', ')}
        table={pages.rows.length === 0 ? undefined : correctionsExport(loadAll, messages)}
      >
        <PagedFeed
          pages={pages}
          background={institutions}
          showOlder={corrections.showOlder}
          noOlder={isFiltered ? corrections.noOlderFiltered : corrections.noOlder}
          empty={
            <EmptyState title={isFiltered ? corrections.noneFilteredTitle : corrections.noneTitle}>
              {isFiltered ? corrections.noneFilteredText : corrections.noneText}
            </EmptyState>
          }
        >
          {(rows) =>
            [...groupBy(rows, (row) => row.corrected_at.slice(0, 10))].map(([day, figures]) => (
              <CorrectionsOfDay key={day} day={day} figures={figures} />
            ))
          }
        </PagedFeed>
      </Part>
    </>
  )
}

function headingOf(
  { rows, isEnd, isLoading }: PagedRows<CorrectionRow>,
  isFiltered: boolean,
  { corrections, words }: Messages,
): string {
  const [newest] = rows
  if (newest !== undefined) return corrections.lastOn({ day: words.day(newest.corrected_at) })
  return isFiltered || isLoading || !isEnd ? corrections.heading : corrections.nothingYet
}

/** The corrected figures as a table that readers take along. */
function correctionsExport(
  load: (at: string) => Promise<readonly CorrectionRow[]>,
  messages: Messages,
): ExportTable {
  const { corrections, words } = messages
  return exportTable<CorrectionRow>(
    [
      ['correctionId', (row) => row.id],
      ['correctedAt', (row) => row.corrected_at],
      ['publishedAt', (row) => row.published_at],
      ['institutionId', (row) => row.institution_id],
      ['institution', (row) => row.institution_name],
      ['type', (row) => words.typeNouns[row.institution_type]],
      ['variant', (row) => words.variants[row.product_variant]],
      ['tenure', (row) => row.tenure_months],
      ['tenureTo', (row) => row.tenure_to_months],
      ['payout', (row) => words.payouts[row.payout_type]],
      ['minimum', (row) => row.min_deposit],
      ['publishedRate', (row) => row.was_rate_pa],
      ['rightRate', (row) => row.now_rate_pa],
      ['isRetraction', (row) => (row.retraction ? words.yes : words.no)],
      ['cause', (row) => corrections.causes[row.cause]],
      ['causeNote', (row) => row.note],
    ],
    load,
    messages,
  )
}
