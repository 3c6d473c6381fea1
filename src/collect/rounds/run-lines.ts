import type { RunReport } from './collect-institution.ts'
import { counted } from '../../domain/text.ts'
import { instantText } from '../../domain/instant.ts'
import { changeCounts } from '../../domain/change.ts'

type EnteredRun = Extract<RunReport, { kind: 'entered' }>

/** One line about how the run of an institution ended, and lines about what a person should look at. */
export function runLines(report: RunReport, isDryRun = false): readonly string[] {
  const { institutionId: id } = report
  switch (report.kind) {
    case 'entered':
      return [`${id}: ${summaryOf(report, isDryRun)}`, ...detailsOf(report)]
    case 'crashed':
      return [`${id}: failed, because of an unexpected error; nothing was entered`]
    case 'misconfigured':
    case 'skipped':
    case 'stopped':
      return [`${id}: not collected: ${report.message}`]
    default:
      throw report satisfies never
  }
}

/** A source may have a hundred pages. */
const mostDigests = 4

function summaryOf(report: EnteredRun, isDryRun: boolean): string {
  const { captures, nextDue, position } = report
  const digests = captures.slice(0, mostDigests).map(({ digest }) => digest.slice(0, 12))
  const others = captures.length - digests.length
  const evidence = [...digests, ...(others > 0 ? [`and ${others} more`] : [])].join(' ')
  return [
    outcomeText(report),
    isDryRun ? 'nothing entered' : `position ${position}`,
    evidence === '' ? [] : `evidence ${evidence}`,
    `next due ${instantText(nextDue)}`,
  ]
    .flat()
    .join('; ')
}

function outcomeText({ draft, outcome, message, offers, findings, isHeld }: EnteredRun): string {
  if (outcome === 'failed') return `failed: ${message?.replace(/\.$/, '')}`
  const read = `${outcome}, ${counted(offers, 'offer')}`
  if (draft.kind === 'sheet-published') return `${read}, ${changeCounts(draft.changes)}`
  if (outcome === 'verified') return read
  const count = counted(findings.length, 'finding')
  if (draft.kind !== 'sheet-held')
    return `${read}, ${count}, ${isHeld ? 'as before' : 'a reviewer has decided about them'}`
  return `${read}, ${count}, waits for ${draft.reviewers === 1 ? 'a reviewer' : 'two reviewers'}`
}

/** The findings of a sheet that is newly held, the lines of the source that are out of date, and an older hold that still waits. */
function detailsOf({ draft, outcome, findings, unmatched, isHeld }: EnteredRun): readonly string[] {
  const held = draft.kind === 'sheet-held' ? findings : []
  return [
    ...held.map(({ rule, message }) => `  ${message} [${rule}]`),
    ...unmatched.map((sentence) => `  ${sentence}`),
    ...(isHeld && outcome !== 'held' ? ['  An earlier sheet still waits for a reviewer.'] : []),
  ]
}

/** The sentence before the trace of an unexpected error. */
export const bugText = 'This is a bug in Ratebook; please report it with what follows.'
