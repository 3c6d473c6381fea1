import { sameDecimal } from '../../domain/decimal.ts'
import { depositOf } from '../../domain/offer.ts'
import type { CollectedCheck, SheetComparison } from './checked-sheet.ts'

/** Finds a printed date after the day of the capture. An impossible date is a finding of the reading. */
export const futureDate: CollectedCheck = (_, { printedDate: printed, today }) => {
  if (printed === undefined || printed <= today) return []
  const message = `The page prints the date ${printed}, after the day of its capture, ${today}; its rates may not be in force yet.`
  return [{ message }]
}

/** Finds a printed date before that of the last sheet. A date in the future has a finding already. */
export const olderDate: CollectedCheck = (_, { printedDate: printed, today, lastPrintedDate }) => {
  if (printed === undefined || lastPrintedDate === undefined) return []
  if (printed > today || printed >= lastPrintedDate) return []
  const message = `The page prints the date ${printed}, but it printed ${lastPrintedDate} before; it may be an old page.`
  return [{ message }]
}

/** Finds other rates or other tiers than those that stand, under the date of the last sheet. */
export const unchangedDate: CollectedCheck = (sheet, { printedDate, today, lastPrintedDate }) => {
  if (printedDate === undefined || printedDate !== lastPrintedDate || printedDate > today) return []
  if (!changesFigures(sheet)) return []
  const message = `The page still prints the date ${printedDate}, but its figures differ from those that stand.`
  return [{ message }]
}

function changesFigures({ sheet, rows, withdrawn }: SheetComparison): boolean {
  return (
    withdrawn.length > 0 ||
    rows.length < sheet.offers.length ||
    rows.some(
      ({ offer, before }) =>
        !sameDecimal(offer.rate, before.rate) || !sameDecimal(depositOf(offer), depositOf(before)),
    )
  )
}
