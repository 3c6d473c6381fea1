import type { InstitutionRow, SourceRow } from '../api.ts'
import type { Messages } from '../messages/messages.ts'
import type { ExportColumn, ExportRow, ExportTable } from '../take-along/export-table.ts'
import { outcomeText } from './collection-state.tsx'
import type { SourcesData } from './freshness-table.tsx'

/** How fresh the rates of each institution are, as a table that readers take along. */
export function freshnessTable(
  { freshness, institutions, sources }: SourcesData,
  messages: Messages,
): ExportTable {
  const { sources: texts, words } = messages
  const { head, columns } = texts
  const websites = new Map(institutions.map(({ id, website }) => [id, website]))
  return {
    columns: [
      { head: columns.institutionId, kind: 'text' },
      { head: head.institution, kind: 'text' },
      { head: columns.type, kind: 'text' },
      { head: columns.website, kind: 'text' },
      { head: columns.stale, kind: 'text' },
      { head: columns.days, kind: 'count' },
      { head: head.threshold, kind: 'count' },
      { head: head.published, kind: 'instant' },
      { head: head.checked, kind: 'instant' },
      { head: head.confirmed, kind: 'instant' },
      ...readingColumns(texts),
    ],
    rows: () =>
      freshness.map((row) => [
        row.institution_id,
        row.name,
        words.typeNouns[row.type],
        websites.get(row.institution_id) ?? null,
        row.is_stale ? words.yes : words.no,
        row.days_since_verified,
        row.stale_after_days,
        row.last_published_at,
        row.last_checked_at,
        row.last_verified_at,
        ...readingCells(sources.get(row.institution_id), messages),
      ]),
  }
}

/** The institutions without a rate sheet, as a table that readers take along. */
export function unpublishedTable(
  institutions: readonly InstitutionRow[],
  sources: SourcesData['sources'],
  messages: Messages,
): ExportTable {
  const { sources: texts, words } = messages
  return {
    columns: [
      { head: texts.columns.institutionId, kind: 'text' },
      { head: texts.head.institution, kind: 'text' },
      { head: texts.columns.type, kind: 'text' },
      { head: texts.columns.website, kind: 'text' },
      ...readingColumns(texts),
    ],
    rows: () =>
      institutions.map(({ id, name, type, website }) => [
        id,
        name,
        words.typeNouns[type],
        website,
        ...readingCells(sources.get(id), messages),
      ]),
  }
}

function readingColumns({ head, columns }: Messages['sources']): readonly ExportColumn[] {
  return [
    { head: head.lastReading, kind: 'text' },
    { head: columns.lastRunAt, kind: 'instant' },
    { head: columns.nextRunAt, kind: 'instant' },
    { head: columns.waiting, kind: 'text' },
  ]
}

function readingCells(source: SourceRow | undefined, messages: Messages): ExportRow {
  const { sources: texts, words } = messages
  if (source === undefined) return [texts.byHand, null, null, null]
  return [
    outcomeText(source, messages),
    source.last_run_at,
    source.next_due_at,
    source.is_held ? words.yes : words.no,
  ]
}
