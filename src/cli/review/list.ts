import type { Instant } from '../../domain/instant.ts'
import { openHold, type Hold } from '../../market/collection.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { heldFigures, largestMove, reviewersNeeded } from '../../publish/review/held-figures.ts'
import { now } from '../clock.ts'
import { Failure } from '../../domain/failure.ts'
import { loadBook } from '../load-market.ts'
import { withStore } from '../open-store.ts'
import { command, type DatabaseOption } from '../options.ts'
import { print, table, type Column } from '../output.ts'

type Waiting = { readonly book: InstitutionBook; readonly hold: Hold; readonly now: Instant }

const hour = 3_600_000

const columns: readonly Column<Waiting>[] = [
  { title: 'position', value: ({ hold }) => `${hold.entry.position}`, isFigure: true },
  {
    title: 'hours',
    value: ({ hold, now: at }) => `${Math.max(0, Math.floor((at - hold.entry.at) / hour))}`,
    isFigure: true,
  },
  { title: 'institution', value: ({ book }) => book.institution.id },
  { title: 'findings', value: ({ hold }) => `${hold.entry.findings.length}`, isFigure: true },
  {
    title: 'largest move (bp)',
    value: ({ book, hold }) => largestMove(heldFigures(book, hold.entry)) ?? '–',
    isFigure: true,
  },
  { title: 'reviewers needed', value: ({ hold }) => `${reviewersNeeded(hold)}`, isFigure: true },
]

/** `ratebook review list` */
export const list = command(
  'list',
  'print the held sheets that wait for a decision, oldest first; exits with 77 if there are any',
  'ratebook review list',
).action(async ({ database }: DatabaseOption) => {
  const { market } = await withStore(database, 'read', (store) => loadBook(store))
  const at = now()
  const waiting = [...market.institutions.values()]
    .flatMap((book): readonly Waiting[] => {
      const hold = openHold(book)
      return hold === undefined ? [] : [{ book, hold, now: at }]
    })
    .toSorted((a, b) => a.hold.entry.position - b.hold.entry.position)
  print(waiting.length === 0 ? 'nothing waits for a decision' : table(columns, waiting))
  if (waiting.length > 0) throw new Failure('waiting', '')
})
