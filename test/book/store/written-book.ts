import assert from 'node:assert/strict'
import type { Change, CorrectedFigure } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Draft } from '../../../src/domain/entry.ts'
import type { Sheet } from '../../../src/domain/offer.ts'
import type { Store, StoreViews } from '../../../src/book/store/store.ts'
import { entriesOf, instant, offer, registered, sheet } from './drafts.ts'
import { viewsOf } from './view-rows.ts'
import { offerLines } from './views-contract.ts'

/** A book of one institution, to which each step appends an entry with these changes; positions are 2, 3, 4 … */
export type WrittenBook = {
  publish(offers: Sheet['offers'], changes: readonly Change[], rest?: Partial<Sheet>): Promise<void>
  /** Corrects figures; the first names the sheet. */
  correct(figures: readonly CorrectedFigure[], ...changes: readonly Change[]): Promise<void>
  retract(
    of: number,
    figures: readonly CorrectedFigure[],
    ...changes: readonly Change[]
  ): Promise<void>
  /** The rows of the views, which must be those that follow from the entries. */
  rows(): Promise<StoreViews>
  offers(): Promise<readonly string[]>
}

/** The change of a new tier. */
export const initial = (terms: string, rate: string, minimum?: string): Change => ({
  ...offer(terms, rate, minimum),
  direction: 'initial',
  previous: rate as Decimal,
})

const towards =
  (direction: 'up' | 'down' | 'flat') =>
  (terms: string, previous: string, rate: string, minimum?: string, earlier?: string): Change => ({
    ...offer(terms, rate, minimum),
    direction,
    previous: previous as Decimal,
    ...(earlier !== undefined && { previousMinimumDeposit: earlier as Decimal }),
  })

/** The change of a rate; with `earlier`, the minimum deposit was that until then. */
export const [up, down, flat] = [towards('up'), towards('down'), towards('flat')]

/** The end of an offer. */
export function withdrawn(terms: string, previous: string, minimum?: string): Change {
  const { rate, ...tier } = offer(terms, previous, minimum)
  return { ...tier, direction: 'withdrawn', previous: rate }
}

/** A corrected figure of a sheet; without `now` there was no such offer. */
export function figure(
  of: number,
  terms: string,
  was: string | undefined,
  now?: string,
  minimum?: string,
): CorrectedFigure {
  const { rate: _, ...tier } = offer(terms, '', minimum)
  return {
    ...tier,
    of,
    ...(was !== undefined && { was: was as Decimal }),
    ...(now !== undefined && { now: now as Decimal }),
  }
}

const day = (position: number): string => `2026-06-${String(position).padStart(2, '0')}T00:00:00Z`

async function append(store: Store, draft: Draft): Promise<void> {
  await store.append(() => Promise.resolve([draft]))
}

/** A book of one institution. */
export async function writtenBook(store: Store): Promise<WrittenBook> {
  let position = 1
  await append(store, registered('a', day(position)))
  const next = () => {
    position += 1
    return { at: instant(day(position)), institutionId: 'a' }
  }
  const correct = (
    of: number,
    isRetraction: boolean,
    figures: readonly CorrectedFigure[],
    changes: readonly Change[],
  ) => {
    const correction = { of, isRetraction, cause: 'misread' as const, figures }
    return append(store, { ...next(), kind: 'rate-corrected', correction, changes })
  }
  const rows = async () => {
    const views = await store.views()
    assert.deepEqual(views, viewsOf(await entriesOf(store)))
    return views
  }
  return {
    publish(offers, changes, rest = {}) {
      const head = next()
      const sourceUrl = `https://a.example/${position}`
      const read = sheet('a', day(position), offers, { sourceUrl, ...rest })
      return append(store, {
        ...head,
        kind: 'sheet-published',
        sheet: read,
        changes,
        sample: false,
      })
    },
    correct: (figures, ...changes) => correct(figures[0]?.of ?? 0, false, figures, changes),
    retract: (of, figures, ...changes) => correct(of, true, figures, changes),
    rows,
    offers: async () => offerLines(await rows()),
  }
}
