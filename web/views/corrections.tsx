import { institutionTypes } from '../../src/domain/institution.ts'
import type { CorrectionRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatDay } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { InstitutionFilters, institutionErrors } from '../parts/institution-filters.tsx'
import { PagedFeed } from '../parts/paged-feed.tsx'
import { EmptyState, QueryErrors } from '../parts/states.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { useQueryReader } from '../query-reader.ts'
import { pathWith } from '../routes.ts'
import { usePages, type PagedRows } from '../use-pages.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { CorrectionsOfDay } from './corrections-of-day.tsx'

/** About two screens of corrections. */
const pageSize = 50

/** The view of the published figures that were wrong, newest correction first. */
export function CorrectionsView() {
  const { client, base, route, navigate } = useApp()
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
  const isFiltered = Object.keys(filter).length > 0
  const errors = [...reader.errors(), ...institutionErrors(institution, institutions.value)]
  return (
    <>
      <ViewHeader
        kicker="Published figures that were wrong, newest first"
        title="Corrections"
        heading={headingOf(pages, isFiltered)}
        details="A wrong figure is corrected here, in public: what was published, what is right, and why. Nothing is erased from the book."
      />
      <form class="controls wide" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
        <InstitutionFilters
          institutions={institutions.value ?? []}
          type={type}
          institution={institution}
          onChange={(name, value) =>
            navigate(pathWith('correction', route.query, { [name]: value }))
          }
        />
      </form>
      <QueryErrors errors={errors} />
      <ExportLinks path="corrections" query={{ ...filter, limit: '1000' }} hasFeed>
        ; programs read <a href={`${base}corrections`}>/corrections</a>
      </ExportLinks>
      <PagedFeed
        pages={withErrorOf(pages, institutions)}
        what="corrections"
        empty={<NoCorrections isFiltered={isFiltered} />}
      >
        {(rows) =>
          [...Map.groupBy(rows, (row) => row.corrected_at.slice(0, 10))].map(([day, figures]) => (
            <CorrectionsOfDay key={day} day={day} figures={figures} />
          ))
        }
      </PagedFeed>
    </>
  )
}

function headingOf({ rows, isEnd, isLoading }: PagedRows<CorrectionRow>, isFiltered: boolean) {
  const [newest] = rows
  if (newest !== undefined) return `The last correction was on ${formatDay(newest.corrected_at)}`
  if (isFiltered || isLoading || !isEnd) return 'What was published wrongly'
  return 'Nothing has been corrected so far'
}

function NoCorrections({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No figure of these institutions has been corrected.">
        Choose other filters above to see other corrections.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="No published figure has been corrected.">
      If one is found to be wrong, it appears here with the right one. Each rate of this page leads
      to its receipt, which says where it was read.
    </EmptyState>
  )
}
