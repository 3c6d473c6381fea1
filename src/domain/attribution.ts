import type { Finding } from './finding.ts'

/** The name of the person who made an entry by hand, and a remark. */
export type Attribution = {
  readonly by?: string
  readonly note?: string
}

/** The findings of the gate, and the reason why a person entered the figures in spite of them. */
export type Override = {
  readonly reason?: string
  readonly findings?: readonly Finding[]
}
