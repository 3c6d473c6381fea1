import type { Draft } from '../../src/domain/entry.ts'
import { canonicalDecimal } from '../../src/domain/decimal.ts'
import type { Terms } from '../../src/domain/offer.ts'

/** One series of one institution, and how many records and moves it has in all. */
export type SeriesCount = {
  readonly institutionId: string
  readonly type: string
  readonly variant: string
  readonly tenure: string
  readonly payout: string
  records: number
  ups: number
  downs: number
}

/** Counts the records of a market by series, so that targets can be made that have an answer. */
export function countSeries(drafts: readonly Draft[]): SeriesCount[] {
  const types = new Map<string, string>()
  const counts = new Map<string, SeriesCount>()
  for (const draft of drafts) {
    if (draft.kind === 'institution-registered')
      types.set(draft.institutionId, draft.institution.type)
    if (draft.kind !== 'sheet-published') continue
    for (const change of draft.changes) {
      if (change.direction === 'withdrawn') continue
      const count = seriesOf(counts, draft.institutionId, types, change)
      count.records++
      if (change.direction === 'up') count.ups++
      if (change.direction === 'down') count.downs++
    }
  }
  return [...counts.values()]
}

function seriesOf(
  counts: Map<string, SeriesCount>,
  institutionId: string,
  types: ReadonlyMap<string, string>,
  { variant, tenure, payout }: Terms,
): SeriesCount {
  const key = `${institutionId} ${variant} ${tenure} ${payout}`
  const known = counts.get(key)
  if (known !== undefined) return known
  const type = types.get(institutionId) ?? ''
  const made: SeriesCount = {
    institutionId,
    type,
    variant,
    tenure: canonicalDecimal(tenure),
    payout,
    records: 0,
    ups: 0,
    downs: 0,
  }
  counts.set(key, made)
  return made
}

/** The sum of a number over some series. */
export function total(
  series: readonly SeriesCount[],
  of: (one: SeriesCount) => number,
  passes: (one: SeriesCount) => boolean = () => true,
): number {
  return series.reduce((sum, one) => (passes(one) ? sum + of(one) : sum), 0)
}
