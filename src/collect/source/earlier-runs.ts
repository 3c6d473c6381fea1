import type { Instant } from '../../domain/instant.ts'
import type { Offer } from '../../domain/offer.ts'
import { bodiesText, type CapturedPage } from '../../domain/origin.ts'
import type { InstitutionBook } from '../../book/market/market.ts'
import { runOf, type RunOutcome } from '../../book/market/runs.ts'
import { withPasts, type EntryInPast } from './cited-figures.ts'
import { standingTier } from '../../book/market/standing.ts'

/** A run of the collector, and what it read. */
export type EarlierRun = {
  readonly position: number
  readonly at: Instant
  readonly outcome: RunOutcome
  readonly captures: readonly CapturedPage[]
  /** The offers that were read; absent if the run failed. */
  readonly offers?: readonly Offer[]
}

type Entries = Pick<InstitutionBook, 'entries'>

/** The runs of an institution that captured pages, oldest first. Of runs one after another with equal bodies, only the first. */
export function earlierRuns({ entries }: Entries): readonly EarlierRun[] {
  const runs: EarlierRun[] = []
  let last = ''
  for (const past of withPasts(entries)) {
    const run = runOf(past.entry)
    if (run === undefined || run.origin.captures.length === 0) continue
    const { position, at, outcome, origin } = run
    const { captures } = origin
    const bodies = bodiesText(captures)
    if (bodies === last) continue
    last = bodies
    const offers = offersRead(past)
    runs.push({ position, at, outcome, captures, ...(offers !== undefined && { offers }) })
  }
  return runs
}

/** The offers that the run of an entry read. */
function offersRead({ entry, earlier, standing }: EntryInPast): readonly Offer[] | undefined {
  if (entry.kind === 'sheet-published' || entry.kind === 'sheet-held') return entry.sheet.offers
  if (entry.kind === 'rates-verified')
    return entry.tiers?.flatMap((tier) => standingTier(standing, tier) ?? [])
  if (entry.kind !== 'rates-checked' || entry.outcome !== 'held') return undefined
  return earlier.findLast((one) => one.kind === 'sheet-held')?.sheet.offers
}
