import type { Change } from '../domain/change.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { depositOf, tierKeyOf, type TermsKey, type TierKey } from '../domain/offer.ts'
import type {
  EntryRef,
  InstitutionBook,
  Publication,
  RateRecord,
  Registration,
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
  readonly series: Map<TierKey, SeriesStep[]>
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
    const steps = stepsOf(draft, change)
    const { variant, tenure, payout } = change
    const institutionId = draft.institution.id
    const series = steps[0]?.series ?? { institutionId, terms: { variant, tenure, payout } }
    const minimumDeposit = depositOf(change)
    if (direction === 'withdrawn') {
      steps.push({ series, minimumDeposit, previous, direction, entry })
      continue
    }
    const { rate, previousMinimumDeposit = minimumDeposit } = change
    const deposits = { minimumDeposit, previousMinimumDeposit }
    const record = { series, ...deposits, previous, rate, direction, entry }
    steps.push(record)
    draft.history.push(record)
    if (direction === 'up' || direction === 'down') moves.push(record)
  }
  return moves
}

/** The steps of the series that a change belongs to. A new series has none yet; a series that moves gets a new key. */
function stepsOf({ series }: BookDraft, change: Change): SeriesStep[] {
  const key = tierKeyOf(change)
  const minimumDeposit =
    change.direction === 'withdrawn' ? undefined : change.previousMinimumDeposit
  const isMove = minimumDeposit !== undefined
  const previousKey = isMove ? tierKeyOf({ ...change, minimumDeposit }) : key
  const steps = series.get(previousKey)
  const isNew = change.direction === 'initial'
  if (isNew !== (steps === undefined) || (isMove && series.has(key)))
    throw new Error(`The change of ${key} does not follow from the changes before it.`)
  if (isMove) series.delete(previousKey)
  const continued = steps ?? []
  if (isMove || isNew) series.set(key, continued)
  return continued
}
