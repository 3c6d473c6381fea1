import { gapWarning } from '../../domain/change.ts'
import { parseInstant } from '../../domain/instant.ts'
import { valueText, type WireRow, type WireValue } from './endpoint.ts'

/** The warning of a row with details, as `gapWarning` gives it. */
export function rowWarning(row: WireRow): string {
  const { prev_seen_at, prev_withdrawn_at, read_at, changed_at } = row
  const at = (value: WireValue | undefined) => parseInstant(valueText(value))
  const [seenAt, readAt] = [at(prev_seen_at), at(read_at ?? changed_at)]
  if (seenAt === undefined || readAt === undefined) return ''
  return gapWarning({ seenAt, withdrawnAt: at(prev_withdrawn_at), readAt })
}
