import type { Change } from '../domain/change.ts'

/** Counts changes by direction: `3 up, 1 down, 2 withdrawn`. */
export function changeCounts(changes: readonly Change[]): string {
  const counted = Map.groupBy(changes, ({ direction }) => direction)
  const parts = Array.from(counted, ([direction, { length }]) => `${length} ${direction}`)
  return parts.length === 0 ? 'no changes' : parts.join(', ')
}
