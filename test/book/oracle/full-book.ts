import type { Decimal } from '../../../src/domain/decimal.ts'
import { dayLength } from '../../../src/domain/instant.ts'
import type { Offer } from '../../../src/domain/offer.ts'
import { unrated } from '../../support/book.ts'
import type { BookEvent, SomeCorrection } from '../../support/generators.ts'
import type { SomeRun } from '../../support/run-generators.ts'
import type { Revision } from '../../support/sheet-generators.ts'
import { offer } from '../store/drafts.ts'
import { bookOf, type Book } from './books.ts'

const register = (id: string) => {
  const { id: _, ...record } = unrated(id)
  return { id, kind: 'register', record } as const
}
const reviewer = (id: string, name?: string) =>
  ({ id: '', kind: 'reviewer', reviewer: id, name }) as const
const first = {
  complete: true,
  covers: ['general', 'women'] as const,
  sourceUrl: 'https://bank.example/rates',
}
const publish = (id: string, offers: readonly Offer[]) =>
  ({
    id,
    kind: 'publish',
    sheet: { ...first, currency: 'KES', offers },
    lag: 0,
    details: { by: 'Zoë', note: 'as printed' },
  }) as const
/** The first offer with another rate. */
const moved = (rate: string): Revision => ({
  complete: true,
  edits: [{ pick: 0, kind: 'replace', line: { rate: rate as Decimal } }],
})
const run = (outcome: SomeRun['outcome'], more: Partial<SomeRun> = {}) =>
  ({
    id: 'alpha',
    kind: 'run',
    outcome,
    revision: moved('9.9'),
    first: 0,
    distance: 1,
    body: 1,
    reviewers: 1,
    ...more,
  }) as const
const review = (by: string, decision: 'approved' | 'rejected', note?: string) =>
  ({ id: 'alpha', kind: 'review', accepts: false, reviewer: by, decision, note }) as const
const accept = { ...review('ann', 'approved', 'seen'), accepts: true } as const
const edit = {
  id: 'alpha',
  kind: 'edit',
  reviewer: 'ann',
  pick: 0,
  rate: '9.40' as Decimal,
  isLeft: false,
  note: 'row 2',
} as const
const type = (by: string, rate: string) =>
  ({
    id: 'alpha',
    kind: 'type',
    reviewer: by,
    revision: moved(rate),
    hasPages: true,
    note: 'a scan',
  }) as const
const correct = (kind: 'correct' | 'retract', age: number): SomeCorrection & { id: string } => ({
  id: 'alpha',
  kind,
  age,
  pick: 0,
  rate: '9.05' as Decimal,
  cause: 'misread',
  details: { by: 'ann', note: 'the page says so' },
})

const acts: readonly BookEvent['act'][] = [
  register('alpha'),
  register('beta'),
  reviewer('ann', 'Ann'),
  reviewer('zoe-2', 'Zoë'),
  publish('alpha', [
    offer('general 12 maturity', '9.50', '5000'),
    offer('general 12 maturity', '9.75', '100000'),
    offer('women 6 monthly', '8'),
  ]),
  publish('beta', [offer('general 12 maturity', '10'), offer('general 12-24 annual', '10.5')]),
  accept,
  run('verified'),
  // One reviewer, two reviewers, an edit, a rejection, and a run that reads again what was rejected.
  run('held', { body: 0 }),
  review('ann', 'approved', 'seen'),
  run('held', { revision: moved('12.1'), reviewers: 2 }),
  review('ann', 'approved'),
  review('zoe-2', 'approved', 'seen'),
  run('held', { revision: moved('14'), body: 0 }),
  edit,
  review('zoe-2', 'approved'),
  run('changed', { revision: moved('9.2') }),
  run('held', { revision: moved('19'), body: 0 }),
  review('ann', 'rejected', 'another table'),
  run('held', { revision: moved('19') }),
  run('failed'),
  type('ann', '22'),
  review('zoe-2', 'approved'),
  // The verification repeats the cells of a held sheet.
  run('held', { revision: moved('23') }),
  run('verified'),
  correct('correct', 1),
  correct('retract', 2),
  { id: 'beta', kind: 'check', attribution: { by: 'Zoë' } },
  { id: 'beta', kind: 'verify', attribution: { by: 'Zoë', note: 'by telephone' } },
  {
    id: 'beta',
    kind: 'revise',
    revision: {
      complete: true,
      edits: [{ pick: 1, kind: 'drop', line: { rate: '1' as Decimal } }],
    },
    lag: 0,
    details: {},
  },
  reviewer('zoe-2'),
  run('held', { revision: moved('21') }),
]

/** A book with every kind of entry and every way in which a held sheet ends; one is open. */
export function fullBook(): Book {
  return bookOf(acts.map((act) => ({ pause: { wait: dayLength }, act })))
}

/** The same happens to so many pairs of institutions, one after the other, within some months. */
export function largeFullBook(pairs: number): Book {
  const wait = dayLength / 24
  return bookOf(
    Array.from({ length: pairs }, (_, pair) =>
      acts.map((act) => {
        const id = act.id === '' ? '' : `${act.id}-${pair + 1}`
        return { pause: { wait }, act: { ...act, id } }
      }),
    ).flat(),
  )
}
