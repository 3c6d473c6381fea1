import type { Change } from '../domain/change.ts'
import type { Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { depositOf, keyOf, tierKeyOf, type TermsKey, type TierKey } from '../domain/offer.ts'
import type { CorrectedFigures } from './corrected-series.ts'
import type {
  EntryRef,
  InstitutionBook,
  Publication,
  RateRecord,
  Registration,
  Series,
  SeriesStep,
} from './market.ts'
import { firstRate, previousRate } from './previous-rate.ts'
import type { Standing } from './standing.ts'

/** A copy of the book of one institution, to which the entries of one batch are added. No market holds its arrays yet. */
export type BookDraft = {
  institution: Institution
  readonly entries: Entry[]
  readonly registrations: Registration[]
  standing: ReadonlyMap<TermsKey, Standing>
  publication: Publication | undefined
  checkedAt: Instant | undefined
  readonly history: RateRecord[]
  readonly series: Map<TierKey, SeriesStep[]>
  corrected: ReadonlyMap<Series, CorrectedFigures>
  /** Whether a correction was added: its state must be folded again before somebody reads it. */
  isStale: boolean
  /** Whether a correction was added and the standing offers were not folded again since. */
  isStandingStale: boolean
}

/** Copies everything that a batch may append to. */
export function draftOf(book: InstitutionBook): BookDraft {
  return {
    ...book,
    entries: [...book.entries],
    registrations: [...book.registrations],
    history: [...book.history],
    series: new Map(Array.from(book.series, ([key, steps]) => [key, [...steps]])),
    isStale: false,
    isStandingStale: false,
  }
}

/** The draft of an institution that is about to be registered for the first time. */
export function newDraft(institution: Institution): BookDraft {
  return {
    institution,
    entries: [],
    registrations: [],
    standing: new Map(),
    publication: undefined,
    checkedAt: undefined,
    history: [],
    series: new Map(),
    corrected: new Map(),
    isStale: false,
    isStandingStale: false,
  }
}

/** Adds the changes of one publication to offers that stood before it. Returns the raises and cuts among them. */
export function addChanges(
  draft: BookDraft,
  changes: readonly Change[],
  entry: EntryRef,
  standing: BookDraft['standing'],
): RateRecord[] {
  const moves: RateRecord[] = []
  for (const change of changes) {
    const { direction, previous } = change
    const steps = stepsOf(draft, change)
    const { variant, tenure, payout } = change
    const institutionId = draft.institution.id
    const series = steps[0]?.series ?? { institutionId, terms: { variant, tenure, payout } }
    const minimumDeposit = depositOf(change)
    const before =
      direction === 'initial'
        ? firstRate
        : previousRate(steps, previous, standing.get(keyOf(change)))
    if (direction === 'withdrawn') {
      steps.push({ series, minimumDeposit, previous, direction, entry, ...before })
      continue
    }
    const { rate, previousMinimumDeposit = minimumDeposit } = change
    const deposits = { minimumDeposit, previousMinimumDeposit }
    const record = { series, ...deposits, previous, rate, direction, entry, ...before }
    steps.push(record)
    draft.history.push(record)
    if (direction === 'up' || direction === 'down') moves.push(record)
  }
  return moves
}

/** The steps of the series that a change belongs to. A new series has none yet; a series that moves gets a new key. */
function stepsOf({ series, corrected, isStale }: BookDraft, change: Change): SeriesStep[] {
  const key = tierKeyOf(change)
  const minimumDeposit =
    change.direction === 'withdrawn' ? undefined : change.previousMinimumDeposit
  const isMove = minimumDeposit !== undefined
  const previousKey = isMove ? tierKeyOf({ ...change, minimumDeposit }) : key
  const steps = series.get(previousKey)
  const isNew = change.direction === 'initial'
  const displaced = isMove ? series.get(key) : undefined
  // After a correction, a series may have no rate that was ever right, and begin again. `audit` checks such books.
  const isChecked = corrected.size === 0 && !isStale
  if (isChecked && (isNew !== (steps === undefined) || displaced !== undefined))
    throw new Error(`The change of ${key} does not follow from the changes before it.`)
  if (displaced !== undefined)
    series.set(`${key} ${displacedMark} ${displaced.at(-1)?.entry.position}` as TierKey, displaced)
  if (isMove) leaveTier(series, previousKey)
  const continued = steps ?? []
  if (isMove || steps === undefined) series.set(key, continued)
  return continued
}

/** No tier has a key with this word. Such keys keep series whose tier another series has taken. */
const displacedMark = 'until'

/** Takes a series from its tier, and gives the tier back to the series that had it before. */
function leaveTier(series: BookDraft['series'], key: TierKey): void {
  series.delete(key)
  const displaced = [...series].findLast(([other]) => other.startsWith(`${key} ${displacedMark} `))
  if (displaced === undefined) return
  series.delete(displaced[0])
  series.set(key, displaced[1])
}
