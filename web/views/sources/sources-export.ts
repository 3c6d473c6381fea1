import type { FreshnessRow, InstitutionRow } from '../../api/api.ts'
import type { Messages } from '../../messages/messages.ts'
import { exportTable, type ColumnOf, type ExportTable } from '../../take-along/export-table.ts'
import { outcomeText, type SourcesData } from './freshness-table.tsx'

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
