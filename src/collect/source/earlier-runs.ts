import type { Entry } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Offer } from '../../domain/offer.ts'
import { bodiesText, type CapturedPage } from '../../domain/origin.ts'
import type { InstitutionBook } from '../../market/market.ts'
import { runOf, type RunOutcome } from '../../market/collection.ts'
import { foldEntries } from '../../market/fold.ts'
import { standingTier } from '../../market/standing.ts'

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
  for (const [index, entry] of entries.entries()) {
    const run = runOf(entry)
    if (run === undefined || run.origin.captures.length === 0) continue
    const { captures } = run.origin
    const bodies = bodiesText(captures)
    if (bodies === last) continue
    last = bodies
    const { position, at, outcome } = run
    const offers = offersRead(entry, entries.slice(0, index + 1))
    runs.push({
      position,
      at,
      outcome,
      captures,
      ...(offers !== undefined && { offers }),
    })
  }
  return runs
}

/** The offers that the run of the last of some entries read. */
function offersRead(entry: Entry, entries: readonly Entry[]): readonly Offer[] | undefined {
  if (entry.kind === 'sheet-published' || entry.kind === 'sheet-held') return entry.sheet.offers
  if (entry.kind === 'rates-verified') {
    const { standing } = foldEntries(entries)
    return entry.tiers?.flatMap((tier) => standingTier(standing, tier) ?? [])
  }
  if (entry.kind !== 'rates-checked' || entry.outcome !== 'held') return undefined
  return entries.findLast((one) => one.kind === 'sheet-held')?.sheet.offers
}
