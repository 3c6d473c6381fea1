import type { Holding } from '../domain/entry.ts'
import type { ReviewContext } from '../publish/review/decide-on-hold.ts'

/** The book before an entry, as far as the audit of the entry depends on it. */
export type AuditContext = ReviewContext & {
  /** The position of the held sheet that the entry before it approved: this entry must publish it. */
  readonly approved: number | undefined
  /** The held sheet that the entry before it is, if a reviewer edited or typed it: this entry must be the approval of that reviewer. */
  readonly unapproved: Holding | undefined
}
