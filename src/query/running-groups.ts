import { institutionTypes, type InstitutionType } from '../domain/institution.ts'
import type { Terms } from '../domain/offer.ts'
import type { RankedRates } from './rates.ts'
import { runningFigures } from './running-figures.ts'
import type { SummaryGroup } from './summary.ts'

/** An institution that offers some terms, and how it counts: not at all while it has no rate, or is not active. */
export type Holder = { rank: number | undefined; type: InstitutionType | undefined }

/** The groups of some terms, one of each type, while rates and institutions come and go. */
export type RunningGroups = {
  readonly move: (holder: Holder, rank: Holder['rank'], type: Holder['type']) => void
  readonly now: () => readonly SummaryGroup[]
}

/** The groups of nobody yet; the rates that will come are among the ranked. */
export function runningGroups(terms: Terms, ranked: RankedRates): RunningGroups {
  const figures = { bank: runningFigures(ranked), nbfi: runningFigures(ranked) }
  const known: Record<InstitutionType, readonly SummaryGroup[] | undefined> = {
    bank: undefined,
    nbfi: undefined,
  }
  const count = ({ rank, type }: Holder, how: 'add' | 'remove'): void => {
    if (rank === undefined || type === undefined) return
    figures[type][how](rank)
    known[type] = undefined
  }
  const groupsOf = (type: InstitutionType): readonly SummaryGroup[] => {
    const measured = figures[type].figures()
    return measured === undefined ? [] : [{ type, terms, ...measured }]
  }
  return {
    move(holder, rank, type) {
      count(holder, 'remove')
      holder.rank = rank
      holder.type = type
      count(holder, 'add')
    },
    // Many days move one type only: the other is not measured again.
    now: () => institutionTypes.flatMap((type) => (known[type] ??= groupsOf(type))),
  }
}
