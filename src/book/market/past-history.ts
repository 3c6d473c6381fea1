import { countWhile } from '../../domain/text.ts'
import { keyOf, tierKeyOf, type TermsKey, type TierKey } from '../../domain/offer.ts'
import type { InstitutionTerms, RateHistory, SeriesStep } from './rate-history.ts'

/** A rate history as it was after a position. Series of published steps may have been joined since, if something was corrected. */
export function historyAfter(
  { records, series: all }: RateHistory,
  position: number,
  mayBeJoined: boolean,
): RateHistory {
  const series = new Map<TierKey, readonly SeriesStep[]>()
  const terms = new Map<TermsKey, InstitutionTerms>()
  for (const steps of all.values()) {
    const parts = mayBeJoined ? partsAfter(steps, position) : [stepsUpTo(steps, position)]
    for (const part of parts) {
      const [first, last] = [part[0], part.at(-1)]
      if (first === undefined || last === undefined) continue
      series.set(keyOfStep(last), part)
      terms.set(keyOf(first.terms), first.terms)
    }
  }
  return { records: stepsUpTo(records, position), series, terms }
}

/** The series up to a position that one series was joined from. Each begins with an `initial` step. */
function partsAfter(
  steps: readonly SeriesStep[],
  position: number,
): readonly (readonly SeriesStep[])[] {
  const parts: SeriesStep[][] = []
  for (const step of steps.filter(({ entry }) => entry.position <= position)) {
    if (step.direction !== 'initial') parts.at(-1)?.push(step)
    else parts.push([step])
  }
  const joined: SeriesStep[][] = []
  for (const part of parts) {
    joined.push(part)
    // A series that was joined itself may have taken the tier of the one before.
    while (takesTierOf(joined.at(-2), joined.at(-1))) joined.push(joined.splice(-2).flat())
  }
  return joined
}

/** Whether a series took the tier of an earlier one after the last step of that. */
function takesTierOf(
  earlier: readonly SeriesStep[] | undefined,
  series: readonly SeriesStep[] = [],
): boolean {
  const last = earlier?.at(-1)
  return (
    last !== undefined &&
    series.some(
      (step) => step.entry.position >= last.entry.position && keyOfStep(step) === keyOfStep(last),
    )
  )
}

function keyOfStep({ terms, minimumDeposit }: SeriesStep): TierKey {
  return tierKeyOf({ ...terms, minimumDeposit })
}

/** The steps up to a position, of which none comes before an earlier one. */
export function stepsUpTo<T extends { readonly entry: { readonly position: number } }>(
  steps: readonly T[],
  position: number,
): readonly T[] {
  return steps.slice(
    0,
    countWhile(steps, ({ entry }) => entry.position <= position),
  )
}
