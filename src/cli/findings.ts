import type { Finding } from '../domain/finding.ts'

/** The findings of the gate as lines, under the name of what was checked. */
export function findingLines(name: string, findings: readonly Finding[]): string {
  return [
    `${name}: not entered, because it is implausible`,
    ...findings.map(({ rule, message }) => `  ${message} [${rule}]`),
    '  If the figures are right, give the reason: --reason "…".',
  ].join('\n')
}
