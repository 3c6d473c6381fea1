import { dayOf, type Day } from '../../domain/day.ts'
import { canonicalDecimal, type Decimal } from '../../domain/decimal.ts'
import type { InstitutionType } from '../../domain/institution.ts'
import { dayLength, type Instant } from '../../domain/instant.ts'
import { summaryHistory } from '../../query/summary-history.ts'
import type { View } from '../answer.ts'
import { bytesOfPiece } from '../pieces.ts'
import { isOfType, timelinesOf, type GroupPiece } from '../snapshot-rows.ts'
import type { TableRow } from '../table-text.ts'

type Asked = {
  readonly type?: InstitutionType
  readonly since?: Day
  readonly tenure_months: Decimal
  readonly variant: 'general'
  readonly payout_type: 'maturity'
}

/** Figures that stood from one day up to, but not at, another, and the rest of their row. */
type Stood = { readonly group: GroupPiece; readonly from: number; until: number }

/**
 * The rows of `/summary/history`, one for all days in a row on which the figures of a type are the same: ten years of days are
 * more than any model reads. Latest first, then type.
 */
export function movesOf({ market, now, derived }: View, query: object): readonly TableRow[] {
  const { tenure_months: tenure, variant, payout_type: payout, type, since } = query as Asked
  const terms = { variant, tenure: canonicalDecimal(tenure), payout }
  const timeline = derived(market, timelinesOf)(terms)
  const { stretches } = summaryHistory(market, timeline.stretches, since, now)
  const textOf = ({ piece }: GroupPiece): string => bytesOfPiece(timeline.pieces, piece).toString()
  const all: Stood[] = []
  const last = new Map<string, Stood>()
  for (const { from, until, groups } of stretches) {
    for (const group of groups) {
      if (!isOfType(group, type)) continue
      const before = last.get(group.type)
      if (before?.until === from && textOf(before.group) === textOf(group)) before.until = until
      else {
        const stood = { group, from, until }
        all.push(stood)
        last.set(group.type, stood)
      }
    }
  }
  return all
    .toSorted((a, b) => b.from - a.from)
    .map(({ group, from, until }) => {
      const days = { snapshot_date: dayText(from), last_day: dayText(until - 1) }
      const { snapshot_date: _, ...figures } = JSON.parse(textOf(group).slice(1)) as TableRow
      return { ...days, ...figures }
    })
}

function dayText(day: number): string {
  return dayOf((day * dayLength) as Instant)
}
