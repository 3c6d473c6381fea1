import type { RunReport } from '../../collect/collect-institution.ts'
import { Failure } from '../../domain/failure.ts'

/**
 * Sets the exit code of a round: a wrong configuration goes before a failed run, and that before a sheet that waits for a
 * reviewer. The messages were printed already.
 */
export function throwForExitCode(reports: readonly RunReport[], sourceProblems: number): void {
  if (sourceProblems > 0 || reports.some(({ kind }) => kind === 'misconfigured'))
    throw new Failure('configuration', '')
  const entered = reports.filter((report) => report.kind === 'entered')
  if (
    reports.some(({ kind }) => kind === 'crashed') ||
    entered.some(({ outcome }) => outcome === 'failed')
  )
    throw new Failure('runFailed', '')
  if (entered.some(({ isHeld }) => isHeld)) throw new Failure('waiting', '')
}
