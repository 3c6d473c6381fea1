import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import type { FreshnessRow, SourceRow } from '../../api/api.ts'
import { useApp } from '../../app/app-context.ts'
import type { Messages } from '../../messages/messages.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { TypeField } from '../../parts/filter-fields.tsx'
import { EmptyBook, EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { useQueryReader } from '../../app/query-reader.ts'
import { Part } from '../../take-along/part.tsx'
import { useRequest } from '../../api/use-request.ts'
import { FreshnessTable } from './freshness-table.tsx'
import { freshnessExport, unpublishedExport } from './sources-export.ts'
import { UnpublishedInstitutions } from './unpublished-institutions.tsx'

/** The view of how fresh the rates of every tracked institution are. */
export function SourcesView() {
  const { client, messages } = useApp()
  const { sources: texts, words } = messages
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const request = useRequest('', async (signal) => {
    const [freshness, institutions, sources, about] = await Promise.all([
      client.listFreshness({}, { signal }),
      client.listInstitutions({}, { signal }),
      client.listSources({}, { signal }),
      client.getAbout({}, { signal }),
    ])
    return {
      isEmptyBook: about.currency === null,
      freshness: freshness.rows,
      institutions: institutions.rows,
      sources: new Map(sources.rows.map((row) => [row.institution_id, row])),
    }
  })
  const institutions =
    request.value?.institutions.filter((row) => type === '' || row.type === type) ?? []
  const trackedIds = new Set(institutions.map(({ id }) => id))
  // Nobody confirms the rates of an institution that is no longer tracked, so it would stay stale for ever.
  const tracked = request.value?.freshness.filter((row) => trackedIds.has(row.institution_id))
  const sources = new Map(request.value?.sources.entries().filter(([id]) => trackedIds.has(id)))
  const freshness = staleFirst(tracked ?? [])
  const publishedIds = new Set(freshness.map((row) => row.institution_id))
  const unpublished = institutions.filter(({ id }) => !publishedIds.has(id))
  return (
    <>
      <ViewHeader
        kicker={texts.kicker}
        title={texts.title}
        heading={headingOf(tracked, sources, type, messages)}
        details={texts.details}
      />
      <FilterBar>
        <TypeField value={type} />
      </FilterBar>
      <QueryErrors errors={reader.errors()} />
      <RequestResult request={request} rows={16}>
        {(all) => (
          <>
            {all.isEmptyBook && <EmptyBook />}
            {!all.isEmptyBook && institutions.length === 0 && (
              <EmptyState title={texts.noneOfType}>{texts.noneOfTypeText}</EmptyState>
            )}
            {freshness.length > 0 && (
              <Part
                id="sources"
                title={type === '' ? texts.table : texts.tableOfType({ type: words.types[type] })}
                table={freshnessExport({ freshness, institutions, sources }, messages)}
              >
                <FreshnessTable key={type} freshness={freshness} sources={sources} />
              </Part>
            )}
            {unpublished.length > 0 && (
              <Part
                id="unpublished"
                title={texts.unpublishedTable}
                table={unpublishedExport(unpublished, sources, messages)}
              >
                <UnpublishedInstitutions key={type} institutions={unpublished} sources={sources} />
              </Part>
            )}
          </>
        )}
      </RequestResult>
    </>
  )
}

function staleFirst(freshness: readonly FreshnessRow[]): readonly FreshnessRow[] {
  return freshness.toSorted(
    (a, b) =>
      (a.is_stale === b.is_stale ? 0 : a.is_stale ? -1 : 1) ||
      b.days_since_verified - a.days_since_verified,
  )
}

function headingOf(
  freshness: readonly FreshnessRow[] | undefined,
  sources: ReadonlyMap<string, SourceRow>,
  type: InstitutionType | '',
  { sources: texts, words }: Messages,
): string {
  if (freshness === undefined) return texts.heading
  const waiting = [...sources.values()].filter((row) => row.is_held).length
  if (freshness.length === 0) {
    const sentence =
      type === '' ? texts.nothingPublished : texts.nothingOfType({ types: words.types[type] })
    return waiting === 0 ? sentence : texts.nothingButWaiting({ sentence, count: waiting })
  }
  const stale = freshness.filter((row) => row.is_stale).length
  const sentence = staleText(stale, freshness.length, texts)
  return waiting === 0 ? sentence : texts.alsoWaiting({ sentence, count: waiting })
}

/** How many institutions have older rates. */
function staleText(stale: number, all: number, texts: Messages['sources']): string {
  if (all === 1) return stale === 0 ? texts.oneConfirmed : texts.oneOlder
  if (stale === 0) return texts.allConfirmed({ count: all })
  if (stale === all) return texts.allOlder({ count: all })
  return texts.someOlder({ stale, all })
}
