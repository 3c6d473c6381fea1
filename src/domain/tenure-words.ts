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
type CountedTenure = { readonly count: string; readonly unit: 'day' | 'month' }

/** A tenure in words: `12 months`, or `100 days` for one that whole days give and whole months do not. */
export function tenureWords(tenure: Decimal): string {
  const { count, unit } = countedTenure(tenure)
  return `${count} ${unit}${count === '1' ? '' : 's'}`
}

/** The months of a tenure, or its days if whole days give it and whole months do not. */
export function countedTenure(tenure: Decimal): CountedTenure {
  const months = canonicalDecimal(tenure)
  const days = daysOf(months)
  if (months.includes('.') && days !== undefined && sameDecimal(monthsOfDays(days), months))
    return { count: String(days), unit: 'day' }
  return { count: months, unit: 'month' }
}

function daysOf(months: Decimal): number | undefined {
  const scale = 15
  return parseWhole(meanOfUnits(unitsOf(months, scale) * 365n, 12, scale, 0))
}
