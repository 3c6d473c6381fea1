import type { RunReport } from '../../collect/collect-institution.ts'
import { print, tell } from '../output.ts'
import { runLines } from './run-lines.ts'

/** The sentence before the trace of an unexpected error. */
export const bugText = 'This is a bug in Ratebook; please report it with what follows.'

/** Prints how a run ended: the summary line on standard output, unexpected errors and configuration problems on standard error. */
export function printReport(report: RunReport, isDryRun = false): void {
  const lines = runLines(report, isDryRun)
  if (report.kind === 'misconfigured') tell(lines.join('\n'))
  else print(lines.join('\n'))
  if ('warning' in report && report.warning !== undefined) tell(report.warning)
  if ('bug' in report) tell(`${bugText}\n${report.bug}`)
}
