import type { Institution } from '../domain/institution.ts'
import type { Instant } from '../domain/instant.ts'
import { lastRun, openHold, type RunOutcome } from '../market/collection.ts'
import type { Market } from '../market/market.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'

/** How the last run of the collector for an institution ended. It has no figures: held ones are not public. */
export type CollectionState = {
  readonly institution: Institution
  readonly outcome: RunOutcome
  readonly ranAt: Instant
  readonly nextDue: Instant
  /** Whether a held sheet waits for a reviewer. */
  readonly isHeld: boolean
}

/** The institutions whose rates were collected at least once, by id. */
export function sources(
  market: Market,
  filter: Pick<InstitutionFilter, 'institutionId'>,
): CollectionState[] {
  const states: CollectionState[] = []
  for (const book of market.institutions.values()) {
    const { institution } = book
    const run = isInstitution(institution, filter) ? lastRun(book) : undefined
    if (run === undefined) continue
    const { outcome, at: ranAt, origin } = run
    states.push({
      institution,
      outcome,
      ranAt,
      nextDue: origin.nextDue,
      isHeld: openHold(book) !== undefined,
    })
  }
  return states
}
