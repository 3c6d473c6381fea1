import type { Change } from '../domain/change.ts'
import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Correcting, Entry } from '../domain/entry.ts'
import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { depositOf, tierKeyOf, type TermsKey, type TierKey } from '../domain/offer.ts'
import { correctSeries, type CorrectedFigures } from './corrected-series.ts'
import type {
  EntryRef,
  InstitutionBook,
  Publication,
  RateRecord,
  Registration,
  Series,
  SeriesStep,
} from './market.ts'
import { seriesAt } from './series.ts'
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
  readonly corrected: Map<Series, CorrectedFigures>
}

/** Copies everything that a batch may append to. */
export function draftOf(book: InstitutionBook): BookDraft {
  return {
    ...book,
    entries: [...book.entries],
    registrations: [...book.registrations],
    history: [...book.history],
    series: new Map(Array.from(book.series, ([key, steps]) => [key, [...steps]])),
    corrected: new Map(book.corrected),
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

/** Adds the figures of a correction. Their series goes on under another tier if a later sheet has moved it. */
export function addCorrectedFigures(
  { series, corrected }: BookDraft,
  { position, changes, correction: { of, isRetraction, figures } }: Correcting,
): void {
  for (const change of changes) {
    const changed = seriesAt(series, change, position)?.[0].series
    if (changed !== undefined && !corrected.has(changed)) corrected.set(changed, new Map())
  }
  for (const figure of figures) {
    const steps = seriesAt(series, figure, of)
    if (steps === undefined)
      throw new Error(`The sheet at position ${of} has no figure for ${tierKeyOf(figure)}.`)
    const own = steps[0].series
    const known = new Map(corrected.get(own))
    const before = lastKnownBefore(steps, known, of)
    // If a retraction restores the earlier rate, store none: a later correction of that rate must count here too.
    const isKnown =
      isRetraction && before && figure.now !== undefined && sameDecimal(before, figure.now)
    corrected.set(own, known.set(of, isKnown === true ? undefined : figure.now))
  }
}

function lastKnownBefore(
  steps: readonly SeriesStep[],
  corrected: CorrectedFigures,
  position: number,
): Decimal | undefined {
  const earlier = steps.filter(({ entry }) => entry.position < position)
  const figures = [...corrected].filter(([of]) => of < position)
  return correctSeries(earlier, new Map(figures)).lastKnown
}

/** The steps of the series that a change belongs to. A new series has none yet; a series that moves gets a new key. */
function stepsOf({ series, corrected }: BookDraft, change: Change): SeriesStep[] {
  const key = tierKeyOf(change)
  const minimumDeposit =
    change.direction === 'withdrawn' ? undefined : change.previousMinimumDeposit
  const isMove = minimumDeposit !== undefined
  const previousKey = isMove ? tierKeyOf({ ...change, minimumDeposit }) : key
  const steps = series.get(previousKey)
  const isNew = change.direction === 'initial'
  const displaced = isMove ? series.get(key) : undefined
  // If corrections leave a series without a right rate, its next change is `initial` again, or another series takes its tier.
  // So only institutions without corrections are checked here; `audit` checks all.
  const isChecked = corrected.size === 0
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
