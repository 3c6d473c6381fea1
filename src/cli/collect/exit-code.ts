import type { RunReport } from '../../collect/collect-institution.ts'
import { Failure } from '../failure.ts'

/**
 * Sets the exit code of a round: a wrong configuration goes before a failed run, and that before a held sheet. The messages were
 * printed already.
 */
export function throwForExitCode(reports: readonly RunReport[], sourceProblems: number): void {
  if (sourceProblems > 0 || reports.some(({ kind }) => kind === 'misconfigured'))
    throw new Failure('configuration', '')
  if (reports.some((report) => report.kind === 'crashed' || outcomeOf(report) === 'failed'))
    throw new Failure('runFailed', '')
  if (reports.some((report) => outcomeOf(report) === 'held')) throw new Failure('waiting', '')
}

function outcomeOf(report: RunReport): string | undefined {
  return report.kind === 'entered' ? report.outcome : undefined
}
