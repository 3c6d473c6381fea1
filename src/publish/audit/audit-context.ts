import type { ReviewContext } from '../review/decide-on-hold.ts'

/** The book before an entry, as far as the audit of the entry depends on it. */
export type AuditContext = ReviewContext & {
  /** The position of the held sheet that the entry before it approved: this entry must publish it. */
  readonly approved: number | undefined
}
