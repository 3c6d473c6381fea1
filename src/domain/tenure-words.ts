import {
  canonicalDecimal,
  meanOfUnits,
  monthsOfDays,
  parseWhole,
  sameDecimal,
  unitsOf,
  type Decimal,
} from './decimal.ts'

/** A tenure as people count it. */
type CountedTenure = { readonly count: Decimal; readonly unit: 'day' | 'month' }

/** A tenure in words: `12 months`, or `100 days` for one that whole days give and whole months do not. */
export function tenureWords(tenure: Decimal): string {
  const { count, unit } = countedTenure(tenure)
  return `${count} ${unit}${count === '1' ? '' : 's'}`
}

/** The months of a tenure, or its days if whole days give it and whole months do not. */
export function countedTenure(tenure: Decimal): CountedTenure {
  const months = canonicalDecimal(tenure)
  if (!months.includes('.')) return { count: months, unit: 'month' }
  const days = daysOf(months)
  const isOfDays = sameDecimal(monthsOfDays(parseWhole(days) ?? 0), months)
  return isOfDays ? { count: days, unit: 'day' } : { count: months, unit: 'month' }
}

function daysOf(months: Decimal): Decimal {
  const scale = 15
  return meanOfUnits(unitsOf(months, scale) * 365n, 12, scale, 0)
}
