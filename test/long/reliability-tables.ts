import { median, table } from '../../bench/page.ts'
import { compareText } from '../../src/domain/decimal.ts'
import type { FlipResult } from './bit-flips.ts'
import type { EditResult } from './edits.ts'
import type { LiveResult } from './live-flips.ts'

const bug = 70
const byTitle = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  compareText(a, b)
const isFound = (code: number): boolean => code !== 0

/** Counts the results of flips, by file and by effect. */
export function flipTable(results: readonly FlipResult[]): string {
  const files = { closed: 'a closed book', main: 'a book with a log', wal: 'the log' }
  const effects = {
    changed: 'an entry changes',
    'tail-lost': 'the last entries are lost',
    none: 'no entry changes',
  }
  const groups = Map.groupBy(
    results,
    ({ file, effect }) => `a bit of ${files[file]}: ${effects[effect]}`,
  )
  const rows = [...groups].toSorted(byTitle).map(([title, group]) => {
    const count = (is: (result: FlipResult) => boolean) => String(group.filter(is).length)
    const codes = ({ serve, offers, publish, audit, auditWithCheckpoint, reopen }: FlipResult) => [
      serve,
      offers,
      publish,
      audit,
      auditWithCheckpoint,
      reopen,
    ]
    return [
      title,
      String(group.length),
      count(({ serve }) => isFound(serve)),
      count(({ audit }) => isFound(audit)),
      count(({ auditWithCheckpoint }) => isFound(auditWithCheckpoint)),
      count(({ reopen }) => isFound(reopen)),
      count(({ wrong }) => wrong.length > 0),
      count((result) => codes(result).includes(bug)),
    ]
  })
  const columns = [
    'flipped',
    'tried',
    '`serve` refuses the book',
    '`audit` finds it',
    '`audit --checkpoint` finds it',
    'a server that has served the book refuses it',
    'wrong answers',
    'called a bug',
  ]
  return table(columns, rows)
}

/** Counts the results of flips under a running server. */
export function liveTable(results: readonly LiveResult[]): string {
  const groups = Map.groupBy(results, ({ file, isDamaged }) => {
    const place = file === 'wal' ? 'the log' : 'the book'
    return `a bit of ${place}, which ${isDamaged ? 'damages the book' : 'damages nothing'}`
  })
  const rows = [...groups].toSorted(byTitle).map(([title, group]) => {
    const times = group.flatMap(({ noticedAfter }) => noticedAfter ?? [])
    return [
      title,
      String(group.length),
      String(times.length),
      times.length === 0 ? '–' : `${median(times).toFixed(0)}, ${Math.max(...times).toFixed(0)}`,
      String(group.filter(({ wrong }) => wrong.length > 0).length),
    ]
  })
  const columns = [
    'flipped',
    'tried',
    '`/health` is 503',
    'after ms: median, slowest',
    'wrong answers',
  ]
  return table(columns, rows)
}

const pasts: Readonly<Record<EditResult['past'], string>> = {
  changed: 'an entry changes',
  'tail-lost': 'the last entries are lost',
  rewritten: 'an entry changes, and all digests are computed again',
  appended: 'an entry is appended with the right digest',
  schema: 'no entry changes',
  refused: 'the database refuses the edit',
}

/** Counts the results of edits, by what they do. */
export function editCountTable(results: readonly EditResult[]): string {
  const rows = Object.entries(pasts).flatMap(([past, title]) =>
    (['SQLite', 'PostgreSQL'] as const).flatMap((store) => {
      const group = results.filter((result) => result.past === past && result.store === store)
      if (group.length === 0) return []
      const count = (is: (result: EditResult) => boolean) => String(group.filter(is).length)
      return [
        [
          title,
          store,
          String(group.length),
          count(({ serve }) => isFound(serve)),
          count(({ audit }) => isFound(audit)),
          count(({ auditWithCheckpoint }) => isFound(auditWithCheckpoint)),
          count(({ noticedAfter }) => noticedAfter !== undefined),
          count((result) => codesOf(result).includes(bug)),
        ],
      ]
    }),
  )
  const columns = [
    'edits',
    'store',
    'tried',
    '`serve` refuses the book',
    '`audit` finds it',
    '`audit --checkpoint` finds it',
    'a running server: `/health` is 503',
    'called a bug',
  ]
  return table(columns, rows)
}

/** Lists all edits with the exit codes of `serve`, `audit` and `audit --checkpoint`. */
export function editTable(results: readonly EditResult[]): string {
  const groups = Map.groupBy(results, ({ name }) => name)
  const rows = Array.from(groups, ([name, group]) => [
    name,
    ...(['SQLite', 'PostgreSQL'] as const).map((store) => {
      const result = group.find((one) => one.store === store)
      if (result === undefined) return '–'
      return result.past === 'refused' ? 'refused' : codesOf(result).join(', ')
    }),
  ])
  return table(['edit', 'SQLite', 'PostgreSQL'], rows)
}

function codesOf({ serve, audit, auditWithCheckpoint }: EditResult): readonly number[] {
  return [serve, audit, auditWithCheckpoint]
}
