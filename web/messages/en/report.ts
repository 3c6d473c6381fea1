import type { ReportedFigure } from '../../views/receipt/report-address.ts'

/** The sentences of the report of an error, which goes to the operator. */
export const report = {
  question: 'Is it wrong?',
  link: 'Report an error in this figure',
  linkOf: (rate: string, institution: string, terms: string): string =>
    `Report an error in this figure: ${rate} %, ${institution}, ${terms}`,
  subject: ({ institution_name: name, rate_pa: rate }: ReportedFigure): string =>
    `${name}: is ${rate} % right?`,
  body: (figure: ReportedFigure): readonly string[] => [
    'This figure seems to be wrong. It should be:',
    '',
    '',
    `Institution: ${figure.institution_name} (${figure.institution_id})`,
    `Terms: ${figure.terms}`,
    `Published rate: ${figure.rate_pa} % a year`,
    `Source: ${figure.source_url}`,
    `Receipt: ${figure.receipt}`,
    `Seen: ${figure.seen_at}, at position ${figure.position} of the book`,
  ],
}
