import type { Head } from '../domain/entry.ts'
import type { InstitutionState } from './institution-state.ts'

/** Everything that `decide` needs to know about the book. */
export type PublicationContext = {
  readonly head: Head
  readonly currency: string | undefined
  /** The state of the sheet's institution; `undefined` if it is not registered. */
  readonly institution: InstitutionState | undefined
  /** The position of an earlier publication of the same sheet, if publishing it again would change nothing. */
  readonly duplicateOf?: number | undefined
}
