import { compareTiers } from '../../domain/offer.ts'
import type { WireRow } from '../../serve/http/endpoint.ts'
import { changeWriter } from '../../serve/http/records/change.ts'
import { institutionOf } from '../../serve/http/records/institution.ts'
import type { Market } from '../../book/market/market.ts'
import { isRecord, type SeriesStep } from '../../book/market/rate-history.ts'

/** The columns of `/rates/changes` with all details. */
export const changeColumns = changeWriter(true).columns

/**
 * Every step of every series as believed now, oldest first: raises and cuts as `/rates/changes` has them, and also first rates,
 * returns at the same rate and withdrawals, which have no new rate.
 */
export function* changeRows(market: Market): Generator<WireRow> {
  const { write } = changeWriter(true)
  for (const step of stepsOf(market)) {
    const institution = institutionOf(market, step.terms)
    if (isRecord(step)) {
      yield write({ ...step, institution })
      continue
    }
    const { minimumDeposit, previous } = step
    const row = write({
      ...step,
      institution,
      previousMinimumDeposit: minimumDeposit,
      rate: previous,
      direction: 'flat',
    })
    yield { ...row, new_rate_pa: null, direction: 'withdrawn' }
  }
}

/** The steps of all institutions in the order of the book; those of one entry in the order of tiers. */
function stepsOf({ institutions }: Market): readonly SeriesStep[] {
  const all: SeriesStep[] = []
  for (const { believed } of institutions.values())
    for (const steps of believed.series.values()) for (const step of steps) all.push(step)
  return all.sort(
    (a, b) => a.entry.position - b.entry.position || compareTiers(tierOf(a), tierOf(b)),
  )
}

function tierOf({ terms, minimumDeposit }: SeriesStep) {
  return { ...terms, minimumDeposit }
}
