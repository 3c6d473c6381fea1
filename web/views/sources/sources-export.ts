import type { InstitutionRow, SourceRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import type { ExportRow, ExportTable } from '../../take-along/export-table.ts'
import { outcomeText } from './collection-state.tsx'
import { exportColumns } from '../../rates/export-cells.ts'
import type { SourcesData } from './freshness-table.tsx'

/** How fresh the rates of each institution are, as a table that readers take along. */
export function freshnessExport(
  { freshness, institutions, sources }: SourcesData,
  messages: Messages,
): ExportTable {
  const { words } = messages
  const websites = new Map(institutions.map(({ id, website }) => [id, website]))
  return {
    columns: exportColumns(
      [
        'institutionId',
        'institution',
        'type',
        'website',
        'isStale',
        'daysSinceConfirmed',
        'staleAfterDays',
        'lastPublishedAt',
        'checkedAt',
        'confirmedAt',
        ...readingColumns,
      ],
      messages,
    ),
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
        ...readingCells(sources.get(row.institution_id), messages.sources.byHand, messages),
      ]),
  }
}

/** The institutions without a rate sheet, as a table that readers take along. */
export function unpublishedExport(
  institutions: readonly InstitutionRow[],
  sources: SourcesData['sources'],
  messages: Messages,
): ExportTable {
  const { words } = messages
  return {
    columns: exportColumns(
      ['institutionId', 'institution', 'type', 'website', ...readingColumns],
      messages,
    ),
    rows: () =>
      institutions.map(({ id, name, type, website }) => [
        id,
        name,
        words.typeNouns[type],
        website,
        ...readingCells(sources.get(id), messages.sources.unpublished, messages),
      ]),
  }
}

const readingColumns = ['lastReading', 'lastReadingAt', 'nextReadingAt', 'isHeld'] as const

/** The cells of the last reading; `without` stands for an institution whose page is not read automatically. */
function readingCells(
  source: SourceRow | undefined,
  without: string,
  messages: Messages,
): ExportRow {
  const { words } = messages
  if (source === undefined) return [without, null, null, null]
  return [
    outcomeText(source, messages),
    source.last_run_at,
    source.next_due_at,
    source.is_held ? words.yes : words.no,
  ]
}
