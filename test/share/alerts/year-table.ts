import { measureYear, type FrozenYear } from './measure-year.ts'

/** The years of `docs/alerts.md`. */
export const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** The row of a simulated year in `docs/alerts.md`. */
export function yearRow({ seed, missedAfter, foundAfter, falseAlarms }: FrozenYear): string {
  const found = foundAfter === undefined ? 'not found' : `day ${foundAfter}`
  return `| ${seed} | day ${missedAfter} | ${found} | ${falseAlarms} |`
}

/** The table of all years. */
export function yearTable(): string {
  const rows = seeds.map((seed) => yearRow(measureYear(seed)))
  const head =
    '| seed | first change that the page does not show | alert | alerts about the other 59 in the year |'
  return [head, '|---|---|---|---|', ...rows].join('\n')
}
