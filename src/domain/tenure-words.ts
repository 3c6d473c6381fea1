import {
  canonicalDecimal,
  meanOfUnits,
  monthsOfDays,
  sameDecimal,
  unitsOf,
  type Decimal,
} from './decimal.ts'

/** A tenure in words: `12 months`, or `100 days` for one that whole days give and whole months do not. */
export function tenureWords(tenure: Decimal): string {
  const months = canonicalDecimal(tenure)
  const days = daysOf(months)
  if (months.includes('.') && sameDecimal(monthsOfDays(Number(days)), months))
    return `${days} ${days === '1' ? 'day' : 'days'}`
  return `${months} ${months === '1' ? 'month' : 'months'}`
}

function daysOf(months: Decimal): string {
  const scale = 15
  return meanOfUnits(unitsOf(months, scale) * 365n, 12, scale, 0)
}
