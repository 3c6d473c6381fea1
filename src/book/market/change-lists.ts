import type { InstitutionTerms, RateRecord } from './rate-history.ts'

/** The raises and cuts of all institutions, oldest first. */
export type ChangeLists = {
  readonly all: readonly RateRecord[]
  /** Every terms that has a raise or a cut, in the order of the first one. */
  readonly terms: readonly InstitutionTerms[]
  /** A number for each raise and cut, as `kindOf` makes it: a query reads the numbers instead of the records. */
  readonly kinds: Uint32Array
}

/** The number of the raises of some terms, or of the cuts. `index` is that of the terms. */
export function kindOf(index: number, direction: 'up' | 'down'): number {
  return 2 * index + (direction === 'up' ? 0 : 1)
}

/** The lists of all raises and cuts. */
export function changeLists(all: readonly RateRecord[]): ChangeLists {
  return withChanges({ all: [], terms: [], kinds: new Uint32Array() }, all)
}

/** The lists with more raises and cuts at the end. */
export function withChanges(before: ChangeLists, moves: readonly RateRecord[]): ChangeLists {
  if (moves.length === 0) return before
  const terms = [...before.terms]
  const indexes = new Map(terms.map((one, index) => [one, index]))
  const kinds = new Uint32Array(before.kinds.length + moves.length)
  kinds.set(before.kinds)
  for (const [place, { terms: own, direction }] of moves.entries()) {
    const index = indexes.get(own) ?? terms.push(own) - 1
    indexes.set(own, index)
    kinds[before.kinds.length + place] = kindOf(index, direction === 'up' ? 'up' : 'down')
  }
  return { all: before.all.concat(moves), terms, kinds }
}

/** The first raises and cuts of lists. Later terms stay in the list of terms. */
export function firstChanges({ all, terms, kinds }: ChangeLists, count: number): ChangeLists {
  return { all: all.slice(0, count), terms, kinds: kinds.subarray(0, count) }
}
