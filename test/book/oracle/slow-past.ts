import type { Direction } from '../../../src/domain/change.ts'
import type { Decimal } from '../../../src/domain/decimal.ts'
import type { Entry } from '../../../src/domain/entry.ts'
import type { Instant } from '../../../src/domain/instant.ts'
import { tierOf, type Offer, type Terms, type Tier } from '../../../src/domain/offer.ts'
import { compareExact } from './exact.ts'
import {
  believedSheets,
  isSameTier,
  isSheetAbout,
  retractionOf,
  type BelievedSheet,
} from './slow-believed.ts'
import { pairsOf, type Pair } from './slow-match.ts'
import { byTiers, isSame, isSameTerms, leastDeposit, listedIn } from './slow.ts'

// The fold over the believed sheets of one institution, straight from docs/corrections.md and docs/design.md. It is slow and
// obvious, and shares nothing with src/book/market, src/book/publish or src/book/query.

/** A series begins in a sheet with a tier. */
type Beginning = { readonly position: number; readonly tier: Tier }

/** A step of the fold, with the times of the previous rate. */
export type TrueStep = {
  readonly position: number
  readonly at: Instant
  readonly beginning: Beginning
  readonly tier: Tier
  readonly direction: Direction | 'withdrawn'
  /** Absent for a withdrawal. */
  readonly rate?: Decimal
  readonly previous: Decimal
  /** Only present if the step moved the series to another minimum deposit. */
  readonly previousMinimumDeposit?: Decimal
  /** The position of the step that brought the previous rate. */
  readonly previousEntry?: number
  /** When the offer was last confirmed before the step. */
  readonly previousSeenAt?: Instant
  /** When the offer was first withdrawn after the previous rate. */
  readonly previousWithdrawnAt?: Instant
}

/** One tier of an institution, as it stands or as it last stood. */
export type Series = {
  readonly beginning: Beginning
  readonly stands: boolean
  /** As the last sheet that listed it says. */
  readonly offer: Offer
  readonly source: BelievedSheet
  readonly confirmedAt: Instant
}

/** A trend and when the rate last changed; a withdrawal and a return at the same rate are no change of it. */
export type LastChange = { readonly at: Instant; readonly trend: 'up' | 'down' | 'flat' }

/** What the entries of an institution tell. */
export type Past = {
  readonly sheets: readonly BelievedSheet[]
  /** In tier order; those that stand and those that were withdrawn. */
  readonly series: readonly Series[]
  /** In the order of the book. */
  readonly steps: readonly TrueStep[]
}

/** Whether something lies in the future: more than a minute after now. */
const isFuture = (at: number, now: number): boolean => at > now + 60_000

/**
 * The past of an institution as its entries tell it, until before a position. What is dated after `now` confirms nothing: its
 * offers keep the time of their earlier confirmation at the same rate, if there is one.
 */
export function pastOf(entries: readonly Entry[], before = Infinity, now = Infinity): Past {
  const sheets = believedSheets(entries)
  return entries
    .filter(({ position }) => position < before)
    .reduce<Past>(
      (past, entry) => {
        if (entry.kind === 'rates-verified') {
          if (isFuture(entry.clock ?? entry.at, now)) return past
          return afterVerification(past, entries, entry)
        }
        const sheet = sheets.find(({ position }) => position === entry.position)
        if (sheet === undefined) return past
        const next = afterSheet(past, sheet)
        if (!isFuture(sheet.sheet.scrapedAt, now)) return next
        const series = next.series.map((one) => {
          const known = standingIn(past).find(
            ({ offer }) => isSameTier(offer, one.offer) && isSame(offer.rate, one.offer.rate),
          )
          return known === undefined ? one : { ...one, confirmedAt: known.confirmedAt }
        })
        return { ...next, series }
      },
      { sheets, series: [], steps: [] },
    )
}

function afterVerification(past: Past, entries: readonly Entry[], verification: Verifying): Past {
  const confirmed = (series: Series) =>
    series.stands && sheetConfirmedBy(entries, verification, series.offer) !== undefined
  const at = verification.clock ?? verification.at
  const series = past.series.map((one) => (confirmed(one) ? { ...one, confirmedAt: at } : one))
  return { ...past, series }
}

/**
 * The sheet that a verification confirms for a tier; `undefined` for none. "A verification confirms each tier that it names, or every tier
 * that stood then if it names none. It confirms what the last sheet said that was believed at that time and lists or withdraws the
 * terms. If that sheet is retracted later, the verification does not count for the tier."
 */
export function sheetConfirmedBy(
  entries: readonly Entry[],
  verification: Verifying,
  tier: Tier,
): BelievedSheet | undefined {
  if (!tiersNamedBy(entries, verification).some((one) => isSameTier(one, tier))) return undefined
  const then = entries.filter(({ position }) => position < verification.position)
  const last = believedSheets(then).findLast((sheet) => isSheetAbout(sheet, tier))
  const isRetracted = last !== undefined && retractionOf(entries, last.position) !== undefined
  return isRetracted ? undefined : last
}

/** The tiers that a verification names, or those that stood then. Other verifications do not change what stands. */
function tiersNamedBy(entries: readonly Entry[], { position, tiers }: Verifying): readonly Tier[] {
  const then = entries.filter(
    (entry) => entry.position < position && entry.kind !== 'rates-verified',
  )
  return tiers ?? standingIn(pastOf(then)).map(({ offer }) => offer)
}

/** Whether a verification confirms any tier. */
export const confirms = (entries: readonly Entry[], verification: Verifying): boolean =>
  tiersNamedBy(entries, verification).some(
    (tier) => sheetConfirmedBy(entries, verification, tier) !== undefined,
  )

type Verifying = Extract<Entry, { kind: 'rates-verified' }>

/** The series that stand, in tier order. */
export const standingIn = ({ series }: Past): Series[] => series.filter(({ stands }) => stands)

function afterSheet(past: Past, sheet: BelievedSheet): Past {
  const isMet = (series: Series) => series.stands && isSheetAbout(sheet, series.offer)
  const terms: Terms[] = []
  for (const one of [...past.series.filter(isMet).map(({ offer }) => offer), ...sheet.sheet.offers])
    if (!terms.some((known) => isSameTerms(known, one))) terms.push(one)
  const pairs = terms.flatMap((one) => {
    const standing = past.series.filter(({ stands, offer }) => stands && isSameTerms(offer, one))
    const gone = past.series.filter(({ stands, offer }) => !stands && isSameTerms(offer, one))
    return pairsOf(standing, gone, listedIn(sheet, one))
  })
  const outcomes = pairs.map((pair) => outcomeOf(past, sheet, pair))
  const met = outcomes.map(({ series }) => series)
  // A tier has one series: the last that came to it.
  const others = past.series.filter(
    ({ beginning, offer }) =>
      !met.some((one) => isSameTier(one.offer, offer) || isSameBeginning(one.beginning, beginning)),
  )
  const steps = outcomes.flatMap(({ step }) => step ?? [])
  return {
    ...past,
    series: [...others, ...met].toSorted((a, b) => byTiers(a.offer, b.offer)),
    steps: [...past.steps, ...steps.toSorted((a, b) => byTiers(a.tier, b.tier))],
  }
}

export const isSameBeginning = (a: Beginning, b: Beginning): boolean =>
  a.position === b.position && isSameTier(a.tier, b.tier)

function outcomeOf(
  { steps }: Past,
  sheet: BelievedSheet,
  { series: before, offer }: Pair,
): { readonly series: Series; readonly step?: TrueStep } {
  const { position, at } = sheet
  const head = { position, at }
  const source = { source: sheet, confirmedAt: sheet.sheet.scrapedAt }
  if (before === undefined) {
    if (offer === undefined) throw new Error('Nothing stands and nothing is listed.')
    const { rate } = offer
    const beginning = { position, tier: tierOf(offer) }
    const step = { ...head, beginning, tier: tierOf(offer), direction: 'initial' as const }
    return {
      series: { beginning, stands: true, offer, ...source },
      step: { ...step, rate, previous: rate },
    }
  }
  const { beginning } = before
  const previous = before.offer.rate
  const own = steps.filter((step) => isSameBeginning(step.beginning, beginning))
  const last = own.findLast(({ direction }) => direction !== 'withdrawn')
  if (last === undefined) throw new Error('A series has no first step.')
  const ended = own.slice(own.indexOf(last) + 1)[0]
  const past = {
    ...head,
    beginning,
    previous,
    previousEntry: last.position,
    previousSeenAt: before.confirmedAt,
    ...(ended !== undefined && { previousWithdrawnAt: ended.at }),
  }
  if (offer === undefined) {
    const step: TrueStep = { ...past, tier: tierOf(before.offer), direction: 'withdrawn' }
    return { series: { ...before, stands: false }, step }
  }
  const moves = !isSame(leastDeposit(before.offer), leastDeposit(offer))
  // The page may have been read before a verification of the same rate: the later reading counts.
  if (before.stands && !moves && isSame(previous, offer.rate)) {
    const confirmedAt = Math.max(before.confirmedAt, source.confirmedAt) as Instant
    return { series: { beginning, stands: true, offer, ...source, confirmedAt } }
  }
  const series = { beginning, stands: true, offer, ...source }
  const order = compareExact(offer.rate, previous)
  const step: TrueStep = {
    ...past,
    tier: tierOf(offer),
    direction: order > 0 ? 'up' : order < 0 ? 'down' : 'flat',
    rate: offer.rate,
    ...(moves && { previousMinimumDeposit: leastDeposit(before.offer) }),
  }
  return { series, step }
}

/** Whether a step is a raise or a cut. */
export const isMove = (step: TrueStep): step is TrueStep & { direction: 'up' | 'down' } =>
  step.direction === 'up' || step.direction === 'down'

/** The last raise or cut says when and how the rate last changed. A rate that never changed is `flat` since its first record. */
export function lastChangeOf({ steps }: Past, { beginning }: Series): LastChange {
  const own = steps.filter((step) => isSameBeginning(step.beginning, beginning))
  const [first] = own
  if (first === undefined) throw new Error('A series has no first step.')
  const last = own.findLast(isMove)
  return last === undefined
    ? { at: first.at, trend: 'flat' }
    : { at: last.at, trend: last.direction }
}

/** When the rates of an institution were published, checked and confirmed; `undefined` if it has no sheet that was not retracted. */
export function timesOf(
  entries: readonly Entry[],
  now = Infinity,
): Record<'publishedAt' | 'checkedAt' | 'verifiedAt', Instant> | undefined {
  const past = pastOf(entries, Infinity, now)
  const { sheets } = past
  const last = sheets.at(-1)
  if (last === undefined) return undefined
  const checks = entries.flatMap((entry) => {
    if (entry.kind === 'rates-checked') return entry.outcome === 'failed' ? [] : [entry.at]
    return entry.kind === 'sheet-held' || entry.kind === 'rates-verified' ? [entry.at] : []
  })
  const confirmed = standingIn(past).map(({ confirmedAt }) => confirmedAt)
  const unknown = confirmed.filter((at) => isFuture(at, now))
  const verifiedAt =
    confirmed.length === 0
      ? last.sheet.scrapedAt
      : Math.min(...(unknown.length > 0 ? unknown : confirmed))
  const read = sheets.map(({ sheet }) => sheet.scrapedAt)
  const known = [...read, ...checks].filter((at) => !isFuture(at, now))
  return {
    publishedAt: last.at,
    checkedAt: (known.length > 0 ? Math.max(...known) : read[0]) as Instant,
    verifiedAt: verifiedAt as Instant,
  }
}
