import { isListed } from '../../domain/change.ts'
import { startOf, type Day } from '../../domain/day.ts'
import { tierKeyOf, type Tier } from '../../domain/offer.ts'
import type { CorrectionRecord, Market } from '../market/market.ts'
import { isInstitution, type InstitutionFilter } from './institutions.ts'

/** Which corrections a client requests. The type is that of the institution as registered now. */
type CorrectionsFilter = InstitutionFilter & { readonly since?: Day | undefined }

/** The corrected figures of all institutions, inactive ones too. A receipt has all figures: it says when its sheet was retracted. */
export function corrections(
  { corrections: all, institutions }: Market,
  { since, ...filter }: CorrectionsFilter,
): readonly CorrectionRecord[] {
  const start = since === undefined ? -Infinity : startOf(since)
  return all.filter(({ entry, figure }) => {
    const book = institutions.get(entry.institutionId)
    const isAsked = book !== undefined && isInstitution(book.institution, filter)
    return isAsked && entry.at >= start && isListed(figure)
  })
}

/** The corrections of each figure of some sheets, oldest first. `sheets` are their positions. */
export function correctionsByFigure(
  { corrections: all }: Pick<Market, 'corrections'>,
  sheets: ReadonlySet<number>,
): ReadonlyMap<string, readonly CorrectionRecord[]> {
  return Map.groupBy(
    all.filter(({ figure }) => sheets.has(figure.of)),
    ({ figure }) => figureKey(figure.of, figure),
  )
}

/** A string for a figure: the position of its sheet, and its tier. */
export function figureKey(of: number, tier: Tier): string {
  return `${of} ${tierKeyOf(tier)}`
}
