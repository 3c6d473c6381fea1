import type { Trial } from '../../collect/source/try-pages.ts'
import { consequenceOf, type Consequence } from '../../gate/consequence.ts'
import { findingTexts, offersText } from './sheet-text.ts'

const meanings: Readonly<Record<Consequence, string>> = {
  publish:
    'The gate has no finding: a run would publish this sheet, or verify it if it changes nothing.',
  hold: 'The gate would hold this sheet for a reviewer:',
  'hold-for-two': 'The gate would hold this sheet for two reviewers:',
  fail: 'The gate would let the run fail:',
}

/** The sheet of a trial, and what the gate finds in it. */
export function trialText({
  reading,
  sheet,
  findings,
}: Exclude<Trial, { failure: string }>): string {
  const { printedDate, unmatched } = reading
  const date = printedDate === undefined ? '' : `, printed date ${printedDate.day}`
  return [
    `sheet of ${sheet.institutionId}: ${sheet.offers.length} offers in ${sheet.currency} of ${sheet.covers.join(', ')}${date}`,
    offersText(reading),
    meanings[consequenceOf(findings)],
    ...[...findingTexts(findings), ...unmatched].map((line) => `  ${line}`),
  ].join('\n')
}
