import { dayLength } from '../../domain/instant.ts'

const hour = dayLength / 24

/** The limits of the alerts; times in milliseconds. */
export const alertLimits = {
  /** So many runs in a row must fail. */
  failedRuns: 3,
  /** The part of the time until the rates are stale, in percent. */
  unverifiedPercent: 60,
  holdAge: dayLength,
  /** How long after the second missed run an institution is overdue: a round may take long, or begin late after a restart. */
  overdueMargin: 2 * hour,
  /** How long a run may take until it must be in the book. */
  runTime: hour,
  /** Half of the peers must have changed within this time. */
  peerWindow: 14 * dayLength,
  fewestPeers: 4,
  /** How long an institution may take after that: most follow their peers within some days. */
  followTime: 14 * dayLength,
} as const
