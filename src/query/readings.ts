import { sameDecimal, type Decimal } from '../domain/decimal.ts'
import type { Instant } from '../domain/instant.ts'
import { keyOf, tierKeyOf, type TermsKey, type TierKey } from '../domain/offer.ts'
import type { InstitutionBook, RateRecord, SeriesStep } from '../market/market.ts'
import { retractedIn, retractedVerifications } from '../market/published-state.ts'
import { isRecord } from '../market/series.ts'
import { readingsIn, type FigureReading } from './right-figures.ts'

/**
 * When the page of an institution was read and showed the rate of each record: the instants of rate sheets and verifications,
 * oldest first. A reading counts for the record that was the latest of its series then, or for the correction that replaced it.
 */
export function seenAt(
  { entries, series }: Pick<InstitutionBook, 'entries' | 'series'>,
  records: readonly RateRecord[],
): ReadonlyMap<RateRecord, readonly Instant[]> {
  const wanted = new Set(records.map((record) => record.series))
  const retracted = retractedIn(entries)
  const ignored = retractedVerifications(entries, retracted)
  const readings = readingsIn(
    entries.filter(({ position }) => !retracted.has(position) && !ignored.has(position)),
    new Set(Array.from(wanted, ({ terms }) => keyOf(terms))),
  )
  const found = new Map(records.map((record) => [record, new Set<Instant>()]))
  for (const steps of series.values()) {
    const [first] = steps
    if (first === undefined || !wanted.has(first.series)) continue
    for (const { record, at } of readingsOfSeries(
      steps,
      keyOf(first.series.terms),
      readings,
      retracted,
    ))
      found.get(record)?.add(at)
  }
  return new Map(
    Array.from(found, ([record, times]) => [record, [...times].toSorted((a, b) => a - b)]),
  )
}

/** A figure that the page of an institution showed: its tier, and its rate as corrected since. */
type Shown = { readonly key: TierKey; readonly rate: Decimal }

function readingsOfSeries(
  steps: readonly SeriesStep[],
  terms: TermsKey,
  readings: readonly FigureReading[],
  retracted: ReadonlySet<number>,
): readonly { readonly record: RateRecord; readonly at: Instant }[] {
  const keys = steps.map((step) => tierKeyOf({ ...step.series.terms, ...step }))
  const found: { record: RateRecord; at: Instant }[] = []
  let latest = -1
  let shown: Shown | undefined
  for (const { position, at, rates, isAbout } of readings) {
    while ((steps[latest + 1]?.entry.position ?? Infinity) <= position) latest++
    const key = keys[latest]
    if (key === undefined || !isAbout(terms)) continue
    if (rates !== undefined) {
      const rate = rates.get(key)
      shown = rate === undefined ? undefined : { key, rate }
    }
    if (shown === undefined) continue
    const record = recordOf(steps, keys, latest, shown, retracted)
    if (record !== undefined) found.push({ record, at })
  }
  return found
}

/** The latest record if it has the shown rate, else the first correction that has it before another sheet changed the series. */
function recordOf(
  steps: readonly SeriesStep[],
  keys: readonly TierKey[],
  latest: number,
  shown: Shown,
  retracted: ReadonlySet<number>,
): RateRecord | undefined {
  for (let index = latest; index < steps.length; index++) {
    const step = steps[index]
    if (step === undefined) return undefined
    const isCandidate = index === latest || step.entry.correctionOf !== undefined
    if (!isCandidate && !retracted.has(step.entry.position)) return undefined
    const isShown =
      isRecord(step) && keys[index] === shown.key && sameDecimal(step.rate, shown.rate)
    if (isCandidate && isShown) return step
  }
  return undefined
}
