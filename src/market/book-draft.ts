import type { Change } from '../domain/change.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, type TermsKey } from '../domain/offer.ts'
import type {
  EntryRef,
  InstitutionBook,
  Publication,
  RateRecord,
  Registration,
  Series,
  SeriesStep,
} from './market.ts'
import type { Standing } from './standing.ts'

/** A copy of the book of one institution, to which the entries of one batch are added. No market holds its arrays yet. */
export type BookDraft = {
  institution: Institution
  readonly registrations: Registration[]
  standing: ReadonlyMap<TermsKey, Standing>
  publication: Publication | undefined
  checkedAt: Instant | undefined
  readonly history: RateRecord[]
  readonly series: Map<TermsKey, SeriesStep[]>
}

/** Copies everything that a batch may append to. */
export function draftOf(book: InstitutionBook): BookDraft {
  return {
    ...book,
    registrations: [...book.registrations],
    history: [...book.history],
    series: new Map(Array.from(book.series, ([key, steps]) => [key, [...steps]])),
  }
}

/** The draft of an institution that is about to be registered for the first time. */
export function newDraft(institution: Institution): BookDraft {
  return {
    institution,
    registrations: [],
    standing: new Map(),
    publication: undefined,
    checkedAt: undefined,
    history: [],
    series: new Map(),
  }
}

/** Adds the changes of one publication. Returns the raises and cuts among them. */
export function addChanges(
  draft: BookDraft,
  changes: readonly Change[],
  entry: EntryRef,
): RateRecord[] {
  const moves: RateRecord[] = []
  for (const change of changes) {
    const { direction, previous } = change
    const { series, steps } = seriesFor(draft, change)
    if (direction === 'withdrawn') {
      steps.push({ series, previous, direction, entry })
      continue
    }
    const record = { series, previous, rate: change.rate, direction, entry }
    steps.push(record)
    draft.history.push(record)
    if (direction === 'up' || direction === 'down') moves.push(record)
  }
  return moves
}

/** The series that a change belongs to, and the list of its steps; the first change of a series makes both. */
function seriesFor(
  draft: BookDraft,
  { variant, tenure, payout, direction }: Change,
): { readonly series: Series; readonly steps: SeriesStep[] } {
  const terms = { variant, tenure, payout }
  const key = keyOf(terms)
  const steps = draft.series.get(key)
  const first = steps?.[0]
  if (steps !== undefined && first !== undefined) return { series: first.series, steps }
  if (direction === 'withdrawn') throw new Error('The book withdraws an offer that it never had.')
  const added: SeriesStep[] = []
  draft.series.set(key, added)
  return { series: { institutionId: draft.institution.id, terms }, steps: added }
}
