import type { Finding } from './finding.ts'

/** Who made an entry by hand, and their remark. */
export type Attribution = {
  readonly by?: string
  readonly note?: string
}

/** Why a person entered figures in spite of the findings of the gate, and those findings. */
export type Override = {
  readonly reason?: string
  readonly findings?: readonly Finding[]
}
