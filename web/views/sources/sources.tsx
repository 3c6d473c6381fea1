import { institutionTypes, type InstitutionType } from '../../../src/domain/institution.ts'
import type { FreshnessRow, InstitutionRow, SourceRow } from '../../api/api.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import type { Messages } from '../../messages/messages.ts'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { TypeField } from '../../parts/filter-fields.tsx'
import { InstitutionNames } from '../../parts/institution-names.tsx'
import { EmptyBook, EmptyState, QueryErrors, RequestResult } from '../../parts/states.tsx'
import { useGrowingRows, TableHead } from '../../parts/tables.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { exportTable, type ColumnOf, type ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'
import {
  outcomeText,
  CollectionState,
  FreshnessTable,
  type SourcesData,
} from './freshness-table.tsx'

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

type UnpublishedProps = Pick<SourcesData, 'institutions' | 'sources'>

/** The tracked institutions of which no rate sheet counts: none was published, or all were retracted. */
export function UnpublishedInstitutions({ institutions, sources }: UnpublishedProps) {
  const { sources: texts } = useMessages()
  const unread = institutions
    .filter(({ id }) => !sources.has(id))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const { shown, more } = useGrowingRows(unread)
  return (
    <section>
      <h2>{texts.unpublished}</h2>
      <p>{texts.unpublishedCount({ count: institutions.length })}</p>
      {unread.length > 0 && <InstitutionNames institutions={shown} />}
      {more}
      <CollectedTable
        institutions={institutions.filter(({ id }) => sources.has(id))}
        sources={sources}
      />
    </section>
  )
}

/** The institutions whose pages are read automatically, but without a rate sheet that counts. */
function CollectedTable({ institutions, sources }: UnpublishedProps) {
  const { sources: texts } = useMessages()
  const { shown, more } = useGrowingRows(institutions)
  if (institutions.length === 0) return null
  return (
    <>
      <table class="sources">
        <caption class="visually-hidden">{texts.unpublishedCaption}</caption>
        <TableHead heads={[[texts.head.institution], [texts.head.lastReading]]} />
        <tbody>
          {shown.map(({ id, name }) => (
            <tr key={id}>
              <th scope="row">
                <Link to={institutionPath(id)}>{name}</Link>
              </th>
              <td>
                <CollectionState source={sources.get(id)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </>
  )
}

/** How fresh the rates of each institution are, as a table that readers take along. */
export function freshnessExport(
  { freshness, institutions, sources }: SourcesData,
  messages: Messages,
): ExportTable {
  const { words } = messages
  const websites = new Map(institutions.map(({ id, website }) => [id, website]))
  return exportTable<FreshnessRow>(
    [
      ['institutionId', (row) => row.institution_id],
      ['institution', (row) => row.name],
      ['type', (row) => words.typeNouns[row.type]],
      ['website', (row) => websites.get(row.institution_id)],
      ['hasOlderRate', (row) => (row.is_stale ? words.yes : words.no)],
      ['daysSinceOldest', (row) => row.days_since_verified],
      ['staleAfterDays', (row) => row.stale_after_days],
      ['lastPublishedAt', (row) => row.last_published_at],
      ['checkedAt', (row) => row.last_checked_at],
      ['oldestConfirmedAt', (row) => row.last_verified_at],
      ...readingColumns<FreshnessRow>(
        (row) => row.institution_id,
        sources,
        messages.sources.byHand,
        messages,
      ),
    ],
    () => freshness,
    messages,
  )
}

/** The institutions without a rate sheet, as a table that readers take along. */
export function unpublishedExport(
  institutions: readonly InstitutionRow[],
  sources: SourcesData['sources'],
  messages: Messages,
): ExportTable {
  const { words } = messages
  return exportTable<InstitutionRow>(
    [
      ['institutionId', (row) => row.id],
      ['institution', (row) => row.name],
      ['type', (row) => words.typeNouns[row.type]],
      ['website', (row) => row.website],
      ...readingColumns<InstitutionRow>(
        (row) => row.id,
        sources,
        messages.sources.unpublished,
        messages,
      ),
    ],
    () => institutions,
    messages,
  )
}

/** The columns of the last reading; `without` stands for an institution whose page is not read automatically. */
function readingColumns<Row>(
  idOf: (row: Row) => string,
  sources: SourcesData['sources'],
  without: string,
  messages: Messages,
): readonly ColumnOf<Row>[] {
  const { words } = messages
  const sourceOf = (row: Row) => sources.get(idOf(row))
  const outcomeOf = (row: Row): string => {
    const source = sourceOf(row)
    return source === undefined ? without : outcomeText(source, messages)
  }
  const heldOf = (row: Row): string | undefined => {
    const source = sourceOf(row)
    if (source === undefined || source.is_held === null) return undefined
    return source.is_held ? words.yes : words.no
  }
  return [
    ['lastReading', outcomeOf],
    ['lastReadingAt', (row) => sourceOf(row)?.last_run_at],
    ['nextReadingAt', (row) => sourceOf(row)?.next_due_at],
    ['isHeld', heldOf],
  ]
}
