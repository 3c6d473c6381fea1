import { isAhead, timeOf, type Entry, type SiteRefusal } from '../../domain/entry.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Tier } from '../../domain/offer.ts'
import type { Origin } from '../../domain/origin.ts'
import type { InstitutionBook } from './market.ts'

/** The ways in which a run of the collector ends. */
export const runOutcomes = ['verified', 'changed', 'held', 'failed'] as const
export type RunOutcome = (typeof runOutcomes)[number]

/** One run of the collector for an institution. */
export type Run = {
  readonly position: number
  readonly at: Instant
  readonly outcome: RunOutcome
  /** Why it failed. */
  readonly message?: string
  /** Present if it failed because the site refused it. */
  readonly refusal?: SiteRefusal
  readonly origin: Origin
}

/** The last run of the collector for an institution that is not later than `now`; what persons entered is no run. */
export function lastRun(
  { entries }: Pick<InstitutionBook, 'entries'>,
  now: Instant,
): Run | undefined {
  const last = entries.findLast((entry) => {
    const run = runOf(entry)
    return run !== undefined && !isAhead(run.at, now)
  })
  return last && runOf(last)
}

/** The run that made an entry; `undefined` if a person made it. */
export function runOf(entry: Entry): Run | undefined {
  const outcome = outcomeOf(entry)
  if (outcome === undefined || !('origin' in entry) || entry.origin === undefined) return undefined
  const { position, origin } = entry
  const { message, refusal } = entry.kind === 'rates-checked' ? entry : {}
  return {
    position,
    at: timeOf(entry),
    outcome,
    origin,
    ...(message !== undefined && { message }),
    ...(refusal !== undefined && { refusal }),
  }
}

function outcomeOf(entry: Entry): RunOutcome | undefined {
  if ('by' in entry && entry.by !== undefined) return undefined
  // A reviewer approved the held sheet.
  if (entry.kind === 'sheet-published') return entry.hold === undefined ? 'changed' : undefined
  if (entry.kind === 'rates-verified') return 'verified'
  if (entry.kind === 'sheet-held') return 'held'
  return entry.kind === 'rates-checked' ? entry.outcome : undefined
}

/** The tiers of the offers that a run read, in the order of its cells; none if it failed. */
export function tiersRead(entry: Entry): readonly Tier[] {
  if ('sheet' in entry) return entry.sheet.offers
  return 'tiers' in entry ? (entry.tiers ?? []) : []
}

/** The digests of the source definitions of an institution that a reviewer has accepted. */
export function acceptedSources({
  entries,
}: Pick<InstitutionBook, 'entries'>): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => (entry.kind === 'source-accepted' ? [entry.source.digest] : [])),
  )
}
