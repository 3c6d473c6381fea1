import * as fc from 'fast-check'
import { dayLength } from '../../../src/domain/instant.ts'
import type { Publishing } from '../../../src/domain/entry.ts'
import { unrated } from '../../support/book.ts'
import { someCorrection, type BookEvent } from '../../support/generators.ts'
import { few } from '../../support/offer-generators.ts'
import {
  someEdit,
  someReview,
  someReviewer,
  someRun,
  someTyping,
} from '../../support/run-generators.ts'
import { tierSheet } from '../../support/sheet-generators.ts'
import { bookOf, type Book } from './books.ts'

const details = {}
const byHand = fc.oneof(
  tierSheet.map((sheet) => ({ kind: 'publish', sheet, lag: 5_000_000, details }) as const),
  fc.constantFrom(
    { kind: 'check', attribution: {} } as const,
    {
      kind: 'verify',
      attribution: { by: 'Ann' },
    } as const,
  ),
)

/** The events of one institution whose page a collector reads, with reviewers who decide about most held sheets. */
const runEvents = (act: fc.Arbitrary<object>): fc.Arbitrary<readonly BookEvent[]> =>
  fc.tuple(tierSheet, few(act, 14)).map(([sheet, acts]) => {
    const { id, ...record } = unrated('alpha')
    const first = [
      { kind: 'register', record },
      { id: '', kind: 'reviewer', reviewer: 'ann', name: 'Ann' },
      { id: '', kind: 'reviewer', reviewer: 'zoe-2', name: 'Zoë' },
      { kind: 'publish', sheet, lag: 0, details },
    ]
    return [...first, ...acts].map((one) => ({
      pause: { wait: dayLength },
      act: { id, ...one } as BookEvent['act'],
    }))
  })

const acts = [
  { weight: 7, arbitrary: someRun },
  { weight: 5, arbitrary: someReview },
  { weight: 3, arbitrary: someEdit },
  { weight: 2, arbitrary: someTyping },
  { weight: 3, arbitrary: byHand },
  { weight: 1, arbitrary: someReviewer.map((reviewer) => ({ id: '', ...reviewer })) },
] as const

/** Random books of runs, decisions, edits, typed sheets, and checks and sheets by hand. */
export const runBooks: fc.Arbitrary<Book> = runEvents(fc.oneof(...acts)).map((events) =>
  bookOf(events),
)

/** The same with corrections and retractions. */
export const correctedRunBooks: fc.Arbitrary<Book> = runEvents(
  fc.oneof(...acts, { weight: 3, arbitrary: someCorrection }),
).map((events) => bookOf(events))

/** The sheets that reviewers approved. */
export function approvedSheets({ entries }: Book): readonly Publishing[] {
  return entries.flatMap((entry) =>
    entry.kind === 'sheet-published' && entry.hold !== undefined ? [entry] : [],
  )
}
