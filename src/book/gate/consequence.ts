import type { Finding } from '../../domain/gate-limits.ts'

/** The consequences of a finding for a collected sheet, the mildest first. */
const consequences = ['publish', 'hold', 'hold-for-two', 'fail'] as const

/**
 * What happens with a collected sheet: it is published; it waits for one reviewer, or for two different ones; or the run fails
 * and nothing is withdrawn.
 */
export type Consequence = (typeof consequences)[number]

/** The rules that do more than hold a sheet for one reviewer. */
const consequenceOfRule: Readonly<Record<string, Consequence>> = {
  'very-large-move': 'hold-for-two',
  'variant-withdrawn': 'hold-for-two',
  'not-on-page': 'hold-for-two',
  'one-factor': 'fail',
  'no-offers': 'fail',
}

/** The consequence of one finding. Findings of the reading hold a sheet, as most rules do. */
export function consequenceOfFinding({ rule }: Finding): Consequence {
  return consequenceOfRule[rule] ?? 'hold'
}

/** Whether two different reviewers must approve a sheet with these findings that a person typed or edited. */
export function needsTwoReviewers(findings: readonly Finding[]): boolean {
  const consequence = consequenceOf(findings)
  return consequence === 'hold-for-two' || consequence === 'fail'
}

/** The consequence of all findings of a sheet: the worst of them decides. Without a finding, the sheet is published. */
export function consequenceOf(findings: readonly Finding[]): Consequence {
  const worst = Math.max(
    0,
    ...findings.map((one) => consequences.indexOf(consequenceOfFinding(one))),
  )
  return consequences[worst] ?? 'publish'
}
