import type { Messages } from '../messages/messages.ts'
import type { ExportColumn, ExportSource } from './export-table.ts'

/** What a file says about its source. */
type SourceFact = ExportColumn & { readonly value: string | number }

/** Where a table comes from: the last columns of a CSV, and the second sheet of a workbook. */
export function sourceFacts(
  { title, address, at, position, sampleNotice }: ExportSource,
  { takeAlong }: Messages,
): readonly SourceFact[] {
  const facts: readonly SourceFact[] = [
    { head: takeAlong.titleLabel, kind: 'text', value: title },
    { head: takeAlong.sourceLabel, kind: 'text', value: 'Ratebook' },
    { head: takeAlong.addressLabel, kind: 'text', value: address },
    { head: takeAlong.timeLabel, kind: 'instant', value: at },
    { head: takeAlong.positionLabel, kind: 'count', value: position },
  ]
  if (sampleNotice === '') return facts
  return [...facts, { head: takeAlong.noteLabel, kind: 'text', value: sampleNotice }]
}
