import { ratioOf, type Standing } from '../load/contest.ts'
import { figure, type Table } from './section.ts'

/** A row of contenders: what was asked of them, and what each did; the first one is ours. */
export type Contest = { readonly what: string; readonly standings: readonly Standing[] }

/** The ratio of a figure of ours to that of another contender. */
export function ratio({ standings }: Contest, field: 'rate' | 'p99' | 'cpu', other = 1): number {
  return ratioOf(standings[0], standings[other], field)
}

/** How many answers a second one contender gives for each of another, as text; `undefined` if one of them was not there. */
export function timesOf({ standings }: Contest, one: string, other: string): string | undefined {
  const [first, second] = [one, other].map((own) => standings.find(({ name }) => name === own))
  return first && second && figure(ratioOf(first, second, 'rate'))
}

/** Ours as a ratio to every other contender. */
export function ratioTable(title: string, contests: readonly Contest[]): Table {
  const rows = contests.flatMap((contest) =>
    contest.standings
      .slice(1)
      .map(({ name }, i) => [
        contest.what,
        name,
        figure(ratio(contest, 'rate', i + 1)),
        figure(ratio(contest, 'p99', i + 1)),
        figure(ratio(contest, 'cpu', i + 1)),
      ]),
  )
  const columns = ['what', 'ours as a ratio to', 'answers a second', 'p99', 'processor time each']
  return { title, columns, rows }
}

/** What each contender did, in absolute numbers. */
export function absoluteTable(title: string, contests: readonly Contest[]): Table {
  const rows = contests.flatMap(({ what, standings }) =>
    standings.map(({ name, rate, p50, p99, cpu, size, refused }) => [
      what,
      name,
      figure(rate),
      figure(p50),
      figure(p99),
      figure(cpu),
      figure(size),
      figure(refused),
    ]),
  )
  const columns = [
    'what',
    'server',
    'answers/s',
    'p50 ms',
    'p99 ms',
    'µs of processor',
    'bytes',
    'refused/s',
  ]
  return { title, columns, rows }
}
