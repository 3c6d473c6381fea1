import { canonicalDecimal, sameDecimal, type Decimal } from '../../domain/decimal.ts'
import { timeOf, type Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import { keyOf, tierKeyOf, type Offer, type TermsKey, type TierKey } from '../../domain/offer.ts'
import { countWhile } from '../../domain/text.ts'
import {
  believedByPosition,
  correctedFiguresIn,
  isAbout,
  retractedIn,
  type BelievedSheet,
} from '../market/believed-sheets.ts'
import type { InstitutionBook } from '../market/market.ts'
import {
  isRecord,
  type InstitutionTerms,
  type RateRecord,
  type SeriesStep,
} from '../market/rate-history.ts'
import { confirmations, type Confirms, type Verifying } from '../market/verifications.ts'
import { figureKey } from './corrections.ts'

/**
 * When the page of an institution was read and showed the rate of each record: the instants of rate sheets and verifications,
 * oldest first. A reading counts for the record that was the latest of its tier then, or for the correction that replaced it.
 */
export function seenAt(
  { entries, published }: Pick<InstitutionBook, 'entries' | 'published'>,
  records: readonly RateRecord[],
): ReadonlyMap<RateRecord, readonly Instant[]> {
  const wanted = new Set(records.map((record) => record.terms))
  const steps = stepsByTier(published.series.values(), wanted)
  const retracted = retractedIn(entries)
  const found = new Map(records.map((record) => [record, new Set<Instant>()]))
  for (const { position, at, offer, tier } of readingsIn(entries, wanted)) {
    const record = recordOf(steps.get(tier) ?? [], position, offer.rate, retracted)
    if (record !== undefined) found.get(record)?.add(at)
  }
  return new Map(
    Array.from(found, ([record, times]) => [record, [...times].toSorted((a, b) => a - b)]),
  )
}

/**
 * The records of published changes, each with the last reading of its tier before it, or before the offer was withdrawn, if that
 * showed the previous rate as it is believed now. Wrong figures were not read, so readings of them are passed over. Until something
 * was corrected, the fold knows the time.
 */
export function withLastSeen(
  { entries, believed, published }: InstitutionBook,
  records: readonly RateRecord[],
): readonly RateRecord[] {
  if (published === believed) return records
  const wanted = new Set(records.map((record) => record.terms))
  const readings = Map.groupBy(withLatest(readingsIn(entries, wanted)), ({ tier }) => tier)
  const steps = stepsByTier(published.series.values(), wanted)
  const corrected = new Set(
    correctedFiguresIn(entries).map((figure) => figureKey(figure.of, figure)),
  )
  return records.map((record) => {
    const { terms, previousMinimumDeposit: minimumDeposit, previous, previousEntry } = record
    if (previousEntry === undefined) return record
    const tier = { ...terms, minimumDeposit }
    const key = tierKeyOf(tier)
    const withdrawal = steps
      .get(key)
      ?.find(
        (step) => step.direction === 'withdrawn' && step.entry.position > previousEntry.position,
      )
    const end = Math.min(withdrawal?.entry.position ?? Infinity, record.entry.position)
    const shows = ({ offer }: Reading): boolean => sameDecimal(offer.rate, previous)
    const last = readings
      .get(key)
      ?.findLast(
        (one) => one.position < end && (shows(one) || !corrected.has(figureKey(one.of, tier))),
      )
    return { ...record, previousSeenAt: last && shows(last) ? last.at : undefined }
  })
}

/** Readings, each with the latest time until then at which its tier was read at the same rate. */
function* withLatest(readings: Iterable<Reading>): Generator<Reading> {
  const latest = new Map<string, Instant>()
  for (const reading of readings) {
    const key = `${reading.tier} ${canonicalDecimal(reading.offer.rate)}`
    const at = Math.max(reading.at, latest.get(key) ?? reading.at) as Instant
    latest.set(key, at)
    yield { ...reading, at }
  }
}

/** One time that the page of an institution was read and showed an offer, as the sheet at `of` is believed now. */
type Reading = {
  readonly position: number
  readonly of: number
  readonly at: Instant
  readonly offer: Offer
  readonly tier: TierKey
}

/** The readings of some terms: each believed sheet that lists an offer, and each verification that counts for it. */
function* readingsIn(
  entries: readonly Entry[],
  wanted: ReadonlySet<InstitutionTerms>,
): Generator<Reading> {
  const sheets = believedByPosition(entries)
  const confirms = confirmations(entries)
  const terms = new Map(Array.from(wanted, (one) => [keyOf(one), one]))
  /** Of each of the terms, the offers of the last believed sheet that is about them. */
  const shown = new Map<TermsKey, readonly Reading[]>()
  for (const entry of entries) {
    const sheet = sheets.get(entry.position)
    if (sheet !== undefined) {
      for (const [key, readings] of readingsOfSheet(sheet, terms)) {
        shown.set(key, readings)
        yield* readings
      }
    } else if (entry.kind === 'rates-verified') {
      yield* confirmedReadings(shown, entry, confirms(entry))
    }
  }
}

/** The readings that a sheet gives for the terms that it is about: none if it withdraws them. */
function* readingsOfSheet(
  believed: BelievedSheet,
  terms: ReadonlyMap<TermsKey, InstitutionTerms>,
): Generator<readonly [TermsKey, readonly Reading[]]> {
  const { scrapedAt: at, offers } = believed.sheet
  const { position } = believed.entry
  const listed = Map.groupBy(offers, keyOf)
  for (const [key, one] of terms) {
    if (!listed.has(key) && !isAbout(believed, one)) continue
    const readings = (listed.get(key) ?? []).map((offer) => {
      return { position, of: position, at, offer, tier: tierKeyOf(offer) }
    })
    yield [key, readings]
  }
}

/** The offers that a verification confirms. */
function* confirmedReadings(
  shown: ReadonlyMap<TermsKey, readonly Reading[]>,
  entry: Verifying,
  isConfirmed: ReturnType<Confirms>,
): Generator<Reading> {
  for (const [key, readings] of shown)
    for (const reading of readings)
      if (isConfirmed(key, reading.offer, reading.of))
        yield { ...reading, position: entry.position, at: timeOf(entry) }
}

/** The published steps of some terms by the tier that each of them is about, oldest first. */
function stepsByTier(
  series: Iterable<readonly SeriesStep[]>,
  wanted: ReadonlySet<InstitutionTerms>,
): ReadonlyMap<TierKey, readonly SeriesStep[]> {
  const steps = [...series].flatMap((all) => all.filter((step) => wanted.has(step.terms)))
  return Map.groupBy(
    steps.toSorted((a, b) => a.entry.position - b.entry.position),
    (step) => tierKeyOf({ ...step.terms, minimumDeposit: step.minimumDeposit }),
  )
}

/** The latest record if it has the shown rate, else the first correction that has it before another sheet changed the tier. */
function recordOf(
  steps: readonly SeriesStep[],
  position: number,
  rate: Decimal,
  retracted: ReadonlySet<number>,
): RateRecord | undefined {
  const latest = countWhile(steps, ({ entry }) => entry.position <= position) - 1
  for (let index = Math.max(latest, 0); index < steps.length; index++) {
    const step = steps[index] as SeriesStep
    const { correctionOf, position: changedAt } = step.entry
    const isCandidate = index === latest || correctionOf !== undefined
    if (!isCandidate && !retracted.has(changedAt)) return undefined
    if (isCandidate && isRecord(step) && sameDecimal(step.rate, rate)) return step
  }
  return undefined
}
