import type { Change } from '../../src/domain/change.ts'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Correcting, Entry } from '../../src/domain/entry.ts'
import type { Offer, Terms } from '../../src/domain/offer.ts'
import type { Sheet } from '../../src/domain/sheet.ts'
import type { EntryRef } from '../../src/market/market.ts'
import { compareExact } from './exact.ts'
import type { FlatRecord } from './flat-record.ts'
import {
  byTiers,
  isAbout,
  isSame,
  isSameTerms,
  leastDeposit,
  listedIn,
  termsIn,
  type Publishing,
} from './slow.ts'
import { keptSheets, slowStanding } from './slow-standing.ts'

// The series of an institution, straight from design section 5 and collecting section 9. The changes of sheets are not read:
// those of corrections are, and slow-standing.ts says what stands after them.

/** A change of a series: a record, or a withdrawal. */
export type SlowStep = {
  readonly position: number
  readonly minimumDeposit: Decimal
  /** Absent for a withdrawal. */
  readonly record?: FlatRecord
}

/** The series of one tier. */
export type SlowSeries = {
  readonly terms: Terms
  /** As the latest sheet that listed it printed it, with the right rate; its minimum deposit is that of the series. */
  readonly offer: Offer
  readonly isStanding: boolean
  /** Whether any rate of it was ever right. */
  readonly isKnown: boolean
  /** Whether another series has moved to its tier; no rate of it was ever right then. */
  readonly isDisplaced: boolean
  /** Oldest first. */
  readonly steps: readonly SlowStep[]
  /** The right figures of wrong sheets, by position; `undefined` keeps the rate known before. */
  readonly figures: ReadonlyMap<number, Decimal | undefined>
}

/** The records of a series, corrections and false ones included. */
export const recordsOf = ({ steps }: Pick<SlowSeries, 'steps'>): FlatRecord[] =>
  steps.flatMap(({ record }) => record ?? [])

/** A listed offer, and the series that goes on in it; without one, the offer begins a series. */
type Pair = { readonly offer: Offer; readonly series: SlowSeries | undefined }

/** What a sheet does to the series of its institution. */
export type SlowMatch = { readonly pairs: readonly Pair[]; readonly withdrawn: SlowSeries[] }

const isSameMinimum = (a: Offer, b: Offer): boolean => isSame(leastDeposit(a), leastDeposit(b))

/** Finds the series of each offer that a sheet lists, and the series that the sheet withdraws. */
export function slowMatch(known: readonly SlowSeries[], sheet: Sheet): SlowMatch {
  const listed = termsIn([{ sheet }])
  const pairs = listed.flatMap((terms) =>
    pairsOf(
      known.filter((series) => series.isKnown && isSameTerms(series.terms, terms)),
      listedIn({ sheet }, terms),
    ),
  )
  const withdrawn = known.filter((series) => {
    const goesOn = pairs.some((pair) => pair.series === series)
    return series.isStanding && !goesOn && isAbout({ sheet }, series.terms)
  })
  return { pairs, withdrawn }
}

/** The pairs for one set of terms. The offers are in order of rising minimum deposit. */
function pairsOf(known: readonly SlowSeries[], offers: readonly Offer[]): Pair[] {
  const sameMinimum = (offer: Offer) => known.find((series) => isSameMinimum(series.offer, offer))
  const standing = known
    .filter(({ isStanding }) => isStanding)
    .toSorted((a, b) => byTiers(a.offer, b.offer))
  // Where no minimum matches and both sheets list equally many tiers, the whole table moved.
  const noneMatches = offers.every((offer) => sameMinimum(offer) === undefined)
  if (noneMatches && standing.length === offers.length)
    return offers.map((offer, index) => ({ offer, series: standing[index] }))
  // An offer without a printed minimum goes on in the lowest tier without a match, unless it has a match itself.
  const unstated = standing.find(
    (series) =>
      series.offer.minimumDeposit === undefined &&
      !offers.some((offer) => sameMinimum(offer) === series),
  )
  const lowestNew = offers.find((offer) => sameMinimum(offer) === undefined)
  return offers.map((offer) => ({
    offer,
    series: sameMinimum(offer) ?? (offer === lowestNew ? unstated : undefined),
  }))
}

/** The change of a listed offer; `undefined` if it stands as before. */
function changeOf({
  offer,
  series,
}: Pair): Exclude<Change, { direction: 'withdrawn' }> | undefined {
  const { variant, tenure, payout, rate, minimumDeposit } = offer
  const tier = {
    variant,
    tenure,
    payout,
    ...(minimumDeposit !== undefined && { minimumDeposit }),
  }
  if (series === undefined) return { ...tier, direction: 'initial', previous: rate, rate }
  const previous = series.offer.rate
  const order = compareExact(rate, previous)
  const moved = isSameMinimum(series.offer, offer)
    ? {}
    : { previousMinimumDeposit: leastDeposit(series.offer) }
  if (order === 0 && series.isStanding && isSameMinimum(series.offer, offer)) return undefined
  const direction = order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
  return { ...tier, ...moved, direction, previous, rate }
}

/** The changes of a sheet, by terms order, then rising minimum deposit. */
export function slowChanges({ pairs, withdrawn }: SlowMatch): Change[] {
  const gone = withdrawn.map(({ terms, offer: { rate, minimumDeposit } }): Change => {
    const deposit = minimumDeposit === undefined ? {} : { minimumDeposit }
    return { ...terms, ...deposit, direction: 'withdrawn', previous: rate }
  })
  return [...pairs.flatMap((pair) => changeOf(pair) ?? []), ...gone].toSorted(byTiers)
}

/** The series of an institution after one more publication. */
function seriesAfterSheet(known: readonly SlowSeries[], from: Entry & Publishing): SlowSeries[] {
  const match = slowMatch(known, from.sheet)
  const { position, at, institutionId } = from
  const continued = new Set<SlowSeries>()
  const listed = match.pairs.map((pair): SlowSeries => {
    const { offer } = pair
    const { variant, tenure, payout } = offer
    const unknown = known.find(
      (one) =>
        !one.isKnown &&
        !one.isDisplaced &&
        isSameTerms(one.terms, offer) &&
        isSameMinimum(one.offer, offer),
    )
    const series = pair.series ?? unknown
    if (series !== undefined) continued.add(series)
    const change = changeOf(pair)
    const read = { readAt: from.sheet.scrapedAt, printedDay: from.origin?.printedDate?.day }
    const record = change && recordOf(change, { institutionId, position, at, ...read })
    const { terms = { variant, tenure, payout }, steps = [], figures = new Map() } = series ?? {}
    return {
      terms,
      offer,
      figures,
      isStanding: true,
      isKnown: true,
      isDisplaced: false,
      steps:
        record === undefined
          ? steps
          : [...steps, { position, minimumDeposit: record.minimumDeposit, record }],
    }
  })
  const others = known
    .filter((series) => !continued.has(series))
    .map((series) => {
      if (!match.withdrawn.includes(series)) return series
      const step = { position, minimumDeposit: leastDeposit(series.offer) }
      return { ...series, isStanding: false, steps: [...series.steps, step] }
    })
  return withDisplaced([...others, ...listed]).toSorted((a, b) => byTiers(a.offer, b.offer))
}

/** Of several series with one tier, the last that moved there has it; no rate of the others was ever right. */
function withDisplaced(series: readonly SlowSeries[]): SlowSeries[] {
  const lastOf = ({ steps }: SlowSeries) => steps.at(-1)?.position ?? 0
  return series.map((one) => ({
    ...one,
    isDisplaced: series.some(
      (other) => byTiers(other.offer, one.offer) === 0 && lastOf(other) > lastOf(one),
    ),
  }))
}

/** The series after a correction: its changes are steps, its figures name records as false. */
function seriesAfterCorrection(
  known: readonly SlowSeries[],
  own: readonly Entry[],
  { position, at, institutionId, correction, changes }: Correcting,
): SlowSeries[] {
  const { of } = correction
  let series = [...known]
  for (const change of changes) {
    const isMove = 'rate' in change && change.previousMinimumDeposit !== undefined
    const before = isMove ? change.previousMinimumDeposit : leastDeposit(change)
    const changed = series.find(
      (one) =>
        !one.isDisplaced &&
        isSameTerms(one.terms, change) &&
        isSame(leastDeposit(one.offer), before),
    )
    const record =
      'rate' in change
        ? { ...recordOf(change, { institutionId, position, at }), correctionOf: of }
        : undefined
    const step = {
      position,
      minimumDeposit: leastDeposit(change),
      ...(record !== undefined && { record }),
    }
    const { variant, tenure, payout, minimumDeposit } = change
    const { terms = { variant, tenure, payout }, figures = new Map(), steps = [] } = changed ?? {}
    const deposit = minimumDeposit === undefined ? {} : { minimumDeposit }
    const offer = { ...terms, ...deposit, rate: change.previous }
    const next = { terms, figures, offer, steps: [...steps, step] }
    series = series.filter((one) => one !== changed)
    series.push({ ...next, isStanding: true, isKnown: true, isDisplaced: false })
  }
  series = withFigures(series, own)
  const standing = slowStanding(own)
  return withDisplaced(series)
    .map((one): SlowSeries => {
      const stands = standing.find(
        ({ offer }) => isSameTerms(offer, one.terms) && isSameMinimum(offer, one.offer),
      )
      if (stands !== undefined && !one.isDisplaced)
        return { ...one, offer: stands.offer, isStanding: true, isKnown: true }
      const { known: rate } = slowRecords(one)
      const isKnown = rate !== undefined && !one.isDisplaced
      return {
        ...one,
        isStanding: false,
        isKnown,
        offer: { ...one.offer, rate: rate ?? one.offer.rate },
      }
    })
    .toSorted((a, b) => byTiers(a.offer, b.offer))
}

/** Gives each series its wrong figures: those of corrections, and the records of retracted sheets that no kept sheet repeats. */
function withFigures(known: readonly SlowSeries[], own: readonly Entry[]): SlowSeries[] {
  const kept = keptSheets(own)
  const isKept = (position: number) => kept.some((sheet) => sheet.position === position)
  const series = known.map((one) => ({ ...one, figures: new Map<number, Decimal | undefined>() }))
  for (const entry of own) {
    if (entry.kind !== 'rate-corrected' || entry.correction.isRetraction) continue
    const { of, figures } = entry.correction
    if (!isKept(of)) continue
    const lastStep = ({ steps }: SlowSeries) => steps.findLast((step) => step.position <= of)
    for (const { now, ...tier } of figures) {
      const [named] = series
        .filter((one) => {
          const deposit = lastStep(one)?.minimumDeposit
          const isTier = deposit !== undefined && isSame(deposit, leastDeposit(tier))
          return isTier && isSameTerms(one.terms, tier)
        })
        .toSorted((a, b) => (lastStep(b)?.position ?? 0) - (lastStep(a)?.position ?? 0))
      if (named === undefined) throw new Error(`Position ${of} has no such figure.`)
      named.figures.set(of, now)
    }
  }
  for (const { terms, steps, figures } of series) {
    for (const { record } of steps) {
      if (record === undefined || record.correctionOf !== undefined) continue
      if (isKept(record.position)) continue
      const next = kept.find((one) => one.position > record.position && isAbout(one, terms))
      const listed = next?.sheet.offers.find(
        (offer) => isSameTerms(offer, terms) && isSame(leastDeposit(offer), record.minimumDeposit),
      )
      const hasRecord = next?.changes.some(
        (change) =>
          isSameTerms(change, terms) && isSame(leastDeposit(change), record.minimumDeposit),
      )
      const isRepeated = listed !== undefined && isSame(listed.rate, record.rate)
      if (!isRepeated || hasRecord === true) figures.set(record.position, undefined)
    }
  }
  return series
}

/** The records that were right, each compared with the right rate before it, and the last right rate. */
export function slowRecords({ steps, figures }: Pick<SlowSeries, 'steps' | 'figures'>): {
  readonly records: readonly FlatRecord[]
  readonly known: Decimal | undefined
} {
  const events = [
    ...steps.flatMap(({ record }) =>
      record === undefined ? [] : [{ at: record.position, record }],
    ),
    ...Array.from(figures, ([at, now]) => ({ at, now })),
  ].toSorted((a, b) => a.at - b.at)
  const records: FlatRecord[] = []
  let known: Decimal | undefined
  for (const event of events) {
    if (!('record' in event)) {
      known = event.now ?? known
      continue
    }
    const { record } = event
    const { rate, correctionOf } = record
    if (correctionOf !== undefined || figures.has(record.position)) continue
    const previous = known ?? rate
    const order = compareExact(rate, previous)
    const isMoved = !isSame(record.minimumDeposit, record.previousMinimumDeposit)
    const isAsBefore = known !== undefined && isSame(known, record.previous)
    if (isAsBefore || (known === undefined && record.direction === 'initial')) records.push(record)
    else if (known === undefined || order !== 0 || isMoved) {
      const moved = order > 0 ? 'up' : order < 0 ? 'down' : 'flat'
      records.push({ ...record, previous, direction: known === undefined ? 'initial' : moved })
    }
    known = rate
  }
  return { records, known }
}

function recordOf(
  change: Exclude<Change, { direction: 'withdrawn' }>,
  origin: Pick<FlatRecord, 'institutionId' | keyof EntryRef>,
): FlatRecord {
  const minimumDeposit = leastDeposit(change)
  const previousMinimumDeposit = change.previousMinimumDeposit ?? minimumDeposit
  return { ...change, minimumDeposit, previousMinimumDeposit, ...origin }
}

/** The series of an institution after its entries, standing and withdrawn, by terms order, then minimum deposit. */
export function slowSeries(own: readonly Entry[]): SlowSeries[] {
  return own.reduce<SlowSeries[]>((known, entry, index) => {
    // A sheet may repeat the figure of a retracted one.
    if (entry.kind === 'sheet-published')
      return withFigures(seriesAfterSheet(known, entry), own.slice(0, index + 1))
    if (entry.kind === 'rate-corrected')
      return seriesAfterCorrection(known, own.slice(0, index + 1), entry)
    return known
  }, [])
}
