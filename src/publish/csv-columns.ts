/** Columns of the sheet, which have the same value on every line of one sheet. */
export const sheetColumns: readonly string[] = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'complete',
  'covers',
]

/** Columns of one offer. */
export const offerColumns: readonly string[] = [
  'product_variant',
  'tenure_months',
  'tenure_days',
  'payout_type',
  'rate_pa',
  'aer',
  'min_deposit',
  'product',
]

/** Columns that a CSV must have. */
export const requiredColumns: readonly string[] = [
  'institution_id',
  'source_url',
  'scraped_at',
  'currency',
  'product_variant',
  'payout_type',
  'rate_pa',
]

/** A spreadsheet runs a cell that begins so as a formula, in some languages also with full-width characters. */
export const formulaStart = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/** A text with an apostrophe in front if it looks like a formula, or like such a text with apostrophes. */
export function escapeFormula(text: string): string {
  return formulaStart.test(text.replace(/^'+/, '')) ? `'${text}` : text
}

/** The text that `escapeFormula` made a cell from. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell.replace(/^'+/, '')) ? cell.slice(1) : cell
}
