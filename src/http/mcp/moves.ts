import type { Day } from '../../domain/day.ts'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import { institutionTypes, type InstitutionType } from '../../domain/institution.ts'
import { summaryHistory } from '../../query/summary-history.ts'
import { dayNumbered } from '../../query/summary-timeline.ts'
import type { View } from '../answer.ts'
import type { TableRow } from '../formats/table-text.ts'
import { figuresIn, timelinesOf } from '../rows/snapshot-rows.ts'

type Asked = {
  readonly type?: InstitutionType
  readonly since?: Day
  readonly tenure_months: Decimal
  readonly variant: 'general'
  readonly payout_type: 'maturity'
}

/** Figures that stood from one day up to, but not at, another. */
type Stood = { readonly figures: string; readonly from: number; until: number }

/**
 * The rows of `/summary/history`, one for all days in a row on which the figures of a type are the same: ten years of days are
 * more than any model reads. Latest first, then type.
 */
export function movesOf({ market, now, derived }: View, query: object): readonly TableRow[] {
  const { tenure_months: tenure, variant, payout_type: payout, type, since } = query as Asked
  const terms = { variant, tenure: canonicalDecimal(tenure), payout }
  const timeline = derived(market, timelinesOf)(terms)
  const { stretches } = summaryHistory(market, timeline.stretches, since, now)
  const all: Stood[] = []
  const last = new Map<string, Stood>()
  const types = type === undefined ? institutionTypes : [type]
  for (const stretch of stretches) {
    const { from, until } = stretch
    for (const ofType of types) {
      const figures = figuresIn(timeline, stretch, ofType)
      if (figures === '') continue
      const before = last.get(ofType)
      if (before?.until === from && before.figures === figures) before.until = until
      else {
        const stood = { figures, from, until }
        all.push(stood)
        last.set(ofType, stood)
      }
    }
  }
  return all
    .toSorted((a, b) => b.from - a.from)
    .map(({ figures, from, until }) => {
      const days = { snapshot_date: dayNumbered(from), last_day: dayNumbered(until - 1) }
      return { ...days, ...(JSON.parse(`{${figures}`) as TableRow) }
    })
}
