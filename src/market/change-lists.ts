import type { InstitutionType } from '../domain/institution.ts'
import type { RateRecord } from './rate-history.ts'

/** The raises and cuts of all institutions, oldest first. */
export type ChangeLists = {
  readonly all: readonly RateRecord[]
  /** Those of one type of institution (as registered in this market) and one direction; `undefined` means any. */
  readonly of: (
    type: InstitutionType | undefined,
    direction: 'up' | 'down' | undefined,
  ) => readonly RateRecord[]
}

/** Makes each list when it is first requested, and keeps it. `types` has the type of each institution, by id. */
export function changeLists(
  all: readonly RateRecord[],
  types: ReadonlyMap<string, InstitutionType>,
): ChangeLists {
  const lists = new Map<string, readonly RateRecord[]>()
  return {
    all,
    of(type, direction) {
      if (type === undefined && direction === undefined) return all
      const key = `${type} ${direction}`
      const cached = lists.get(key)
      if (cached !== undefined) return cached
      const list = all.filter(
        (record) =>
          (direction === undefined || record.direction === direction) &&
          (type === undefined || types.get(record.terms.institutionId) === type),
      )
      lists.set(key, list)
      return list
    },
  }
}
