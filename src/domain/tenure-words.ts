import {
  canonicalDecimal,
  meanOfUnits,
  monthsOfDays,
  parseWhole,
  sameDecimal,
  unitsOf,
  type Decimal,
} from './decimal.ts'

/** A tenure in words: `12 months`, or `100 days` for one that whole days give and whole months do not. */
export function tenureWords(tenure: Decimal): string {
  const months = canonicalDecimal(tenure)
  const days = daysOf(months)
  if (months.includes('.') && days !== undefined && sameDecimal(monthsOfDays(days), months))
    return `${days} ${days === 1 ? 'day' : 'days'}`
  return `${months} ${months === '1' ? 'month' : 'months'}`
}

function daysOf(months: Decimal): number | undefined {
  const scale = 15
  return parseWhole(meanOfUnits(unitsOf(months, scale) * 365n, 12, scale, 0))
}
