import type { Alert, CollectedInstitution } from './alert.ts'

/** `ignore` or `misprints` lines of the source matched nothing in the last run that read the pages. A failed run tells nothing. */
export function unmatchedLines({
  book: { institution },
  runs,
}: CollectedInstitution): readonly Alert[] {
  const read = runs.filter(({ outcome }) => outcome !== 'failed')
  const matched = read.findLastIndex(({ origin }) => origin.unmatched === undefined)
  const [first, last] = [read[matched + 1], read.at(-1)]
  if (first === undefined || last === undefined) return []
  const { id, name } = institution
  const lines = last.origin.unmatched ?? []
  const count = lines.length === 1 ? 'One line' : `${lines.length} lines`
  return [
    {
      kind: 'unmatched-lines',
      institutionId: id,
      since: first.at,
      sentence: `${count} of the source of ${name} no longer ${lines.length === 1 ? 'matches' : 'match'} anything on its pages.`,
      whatToDo: `Remove or correct the lines in ${last.origin.source.file}; ratebook source try ${id} names them.`,
      detail: lines.join(' '),
    },
  ]
}
