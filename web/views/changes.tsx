import { institutionTypes } from '../../src/domain/institution.ts'
import type { RateChangeRow } from '../api.ts'
import { useApp } from '../app-context.ts'
import { formatDay } from '../format.ts'
import { ExportLinks } from '../parts/export-links.tsx'
import { institutionErrors } from '../parts/institution-filters.tsx'
import { ViewHeader } from '../parts/view-header.tsx'
import { QueryErrors } from '../parts/states.tsx'
import { useQueryReader } from '../query-reader.ts'
import { pathWith } from '../routes.ts'
import { usePages, type PagedRows } from '../use-pages.ts'
import { useRequest, withErrorOf } from '../use-request.ts'
import { ChangesControls } from './changes-controls.tsx'
import { ChangesFeed } from './changes-feed.tsx'

/** About two screens of changes. */
const pageSize = 50

/** The view of raises and cuts across the market by day, newest first. */
export function ChangesView() {
  const { client, route, navigate } = useApp()
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const direction = reader.optional('direction', ['up', 'down'])
  const since = reader.day('since')
  const institution = reader.text('institution')
  const filter = {
    ...(type !== '' && { type }),
    ...(direction !== '' && { direction }),
    ...(since !== '' && { since }),
    ...(institution !== '' && { institution_id: institution }),
  }
  const institutions = useRequest('', async (signal) => {
    return (await client.listInstitutions({ active_only: false }, { signal })).rows
  })
  const pages = usePages(JSON.stringify(filter), (signal) =>
    client.pagesOfRateChanges({ ...filter, limit: pageSize }, { signal }),
  )
  return (
    <>
      <ViewHeader
        kicker="Raises and cuts, newest first"
        title="Changes"
        heading={headingOf(pages, direction)}
      />
      <ChangesControls
        institutions={institutions.value ?? []}
        selected={{ type, direction, since, institution }}
        onChange={(name, value) => navigate(pathWith('changes', route.query, { [name]: value }))}
      />
      <QueryErrors
        errors={[...reader.errors(), ...institutionErrors(institution, institutions.value)]}
      />
      <ExportLinks path="rates/changes" query={{ ...filter, limit: '1000' }} hasFeed />
      <ChangesFeed
        pages={withErrorOf(pages, institutions)}
        isFiltered={Object.keys(filter).length > 0}
      />
    </>
  )
}

/** The heading counts the changes of the newest day once all of them are loaded, and only if no direction is filtered out. */
function headingOf({ rows, isEnd }: PagedRows<RateChangeRow>, direction: string): string {
  const [first] = rows
  if (first === undefined) return 'How rates changed'
  const day = first.changed_at.slice(0, 10)
  const sameDay = rows.filter((row) => row.changed_at.startsWith(day))
  const isWholeDay = isEnd || sameDay.length < rows.length
  if (direction !== '' || !isWholeDay)
    return `The last ${directionNouns[direction] ?? 'moves'} of ${formatDay(day)}`
  const raises = sameDay.filter((row) => row.direction === 'up').length
  const [up, down] = [`${raises}\u00A0up`, `${sameDay.length - raises}\u00A0down`]
  return `The last move: ${up}, ${down} on ${formatDay(day)}`
}

const directionNouns: Readonly<Record<string, string>> = { up: 'raises', down: 'cuts' }
