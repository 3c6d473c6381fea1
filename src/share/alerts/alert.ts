import { type Static, Type } from 'typebox'
import type { InstitutionBook } from '../../book/market/market.ts'
import type { Run } from '../../book/market/runs.ts'
import { dayLength, instantText, type Instant } from '../../domain/instant.ts'

/** The kinds of alerts, as `docs/alerts.md` defines them. */
export const alertKinds = [
  'future-entries',
  'collector-stopped',
  'collector-failing',
  'not-collected',
  'runs-failed',
  'refused',
  'unverified',
  'hold-waits',
  'frozen',
  'unmatched-lines',
] as const
export type AlertKind = (typeof alertKinds)[number]

/** Something that a person has to look at. An institution has at most one alert of each kind. */
export type Alert = {
  readonly kind: AlertKind
  /** Absent if the alert is about the collector or the whole book. */
  readonly institutionId?: string
  /** When the condition became true. */
  readonly since: Instant
  /** What is wrong, without rates. */
  readonly sentence: string
  readonly whatToDo: string
  /** What the operator may see but a webhook must not carry, because it may quote a page. */
  readonly detail?: string
}

/** The next instant after another at which a source is due. */
export type DueAfter = (after: Instant) => Instant

/** An active institution that a collector reads. */
export type CollectedInstitution = {
  readonly book: InstitutionBook
  /** Oldest first; at least one. */
  readonly runs: readonly Run[]
  readonly lastRun: Run
  readonly dueAfter: DueAfter
}

/** From when on the state of the collector explains that nothing new is known about an institution, by its id. */
export type ExplainedSince = ReadonlyMap<string, Instant>

/** The moment of an alert in a sentence, such as `2026-06-09 06:00 UTC`. */
export function momentText(at: Instant): string {
  return `${instantText(at).slice(0, 16).replace('T', ' ')} UTC`
}

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

/** An alert in JSON; `docs/alerts.md` describes the fields. */
export const alertRowSchema = Type.Object({
  kind: Type.String(),
  institution_id: Type.Union([Type.String(), Type.Null()]),
  since: Type.String(),
  sentence: Type.String(),
  what_to_do: Type.String(),
})

export type AlertRow = Readonly<Static<typeof alertRowSchema>>

/** The alert as JSON without its detail, which may quote a page. */
export function alertRow({ kind, institutionId, since, sentence, whatToDo }: Alert): AlertRow {
  return {
    kind,
    institution_id: institutionId ?? null,
    since: instantText(since),
    sentence,
    what_to_do: whatToDo,
  }
}
