import type { SourceDefinition } from '../../read/source-schema.ts'
import type { Instant } from '../../domain/instant.ts'

/** The milliseconds until an institution is collected again if its run could not be entered. */
const attemptPause = 15 * 60_000

type DueSource = { readonly definition: Pick<SourceDefinition, 'institution'> }

/** The starts of runs that made no entry. Such an institution stays due, but its host must not be asked again at once. */
export type Attempts = {
  /** Picks the sources that may be collected now, and remembers that their runs begin. */
  readonly begin: <T extends DueSource>(due: readonly T[], now: Instant) => readonly T[]
  /** Forgets the attempt of an institution whose run was entered. */
  readonly entered: (institutionId: string) => void
}

/** Remembers attempts for as long as the process runs. */
export function createAttempts(): Attempts {
  const began = new Map<string, Instant>()
  return {
    begin: (due, now) => {
      const picked = due.filter(
        ({ definition }) => (began.get(definition.institution) ?? -Infinity) + attemptPause <= now,
      )
      for (const { definition } of picked) began.set(definition.institution, now)
      return picked
    },
    entered: (institutionId) => began.delete(institutionId),
  }
}
