declare const decimal: unique symbol
declare const canonical: unique symbol

/** An exact non-negative decimal that keeps the digits of its source: `"9.50"` stays `"9.50"`. */
export type Decimal = string & { readonly [decimal]: true }

/** A decimal without trailing zeros after the point. Each value has exactly one such text, so it can be a key. */
export type CanonicalDecimal = Decimal & { readonly [canonical]: true }

/** The most digits that a decimal has after the point. */
export const mostPlaces = 15

/**
 * The grammar as the source of a regular expression: `12`, `12.0`, `3.29`; no sign, exponent, leading zero or space.
 * The limit of 15 digits on each side of the point rejects misprints and inputs that are slow to process.
 */
export const decimalPattern = String.raw`(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?`

const grammar = new RegExp(`^${decimalPattern}$`)

/** Reads a plain decimal; `undefined` for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  return grammar.test(text) ? (text as Decimal) : undefined
}

/** Reads a plain whole number, such as a limit, a port or a tenure in days; never a rate. */
export function parseWhole(text: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number(text) : undefined
}

/** The same value in its shortest form: `9.50` and `9.5` both give `9.5`. */
export function canonicalDecimal(value: Decimal): CanonicalDecimal {
  if (!value.includes('.')) return value as CanonicalDecimal
  let end = value.length
  while (value[end - 1] === '0') end--
  return value.slice(0, value[end - 1] === '.' ? end - 1 : end) as CanonicalDecimal
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b` in value. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const isSameShape = a.length === b.length && a.indexOf('.') === b.indexOf('.')
  if (isSameShape) return compareText(a, b)
  const places = Math.max(scaleOf(a), scaleOf(b))
  const [one, other] = [withPlaces(a, places), withPlaces(b, places)]
  return one.length - other.length || compareText(one, other)
}

/** Whether two decimals have the same value, as `9.5` and `9.50` have. */
export function sameDecimal(a: Decimal, b: Decimal): boolean {
  return compareDecimals(a, b) === 0
}

/** Whether two decimals have the same value, or both are absent. */
export function sameOptional(a: Decimal | undefined, b: Decimal | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameDecimal(a, b)
}

/** Orders texts by code unit, as all identifiers are ordered. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The value with at least `places` digits after the point, and more where the source has more. */
export function withPlaces(value: Decimal, places: number): string {
  const point = value.indexOf('.')
  if (point === -1) return `${value}.${'0'.repeat(places)}`
  return value.padEnd(point + 1 + places, '0')
}

/** How many digits stand after the point. */
export function scaleOf(value: Decimal): number {
  const point = value.indexOf('.')
  return point === -1 ? 0 : value.length - point - 1
}

/** The mean of one or more values, rounded half away from zero to `places` digits after the point. */
export function meanOf(values: readonly Decimal[], places: number): Decimal {
  const scale = Math.max(places, ...values.map(scaleOf))
  const sum = values.reduce((total, value) => total + unitsOf(value, scale), 0n)
  return meanOfUnits(sum, values.length, scale, places)
}

/**
 * The mean of `count` values whose sum is given in units of 10^-`scale`, rounded half away from zero to `places` digits.
 * `scale` is at least `places`.
 */
export function meanOfUnits(sum: bigint, count: number, scale: number, places: number): Decimal {
  const divisor = BigInt(count) * 10n ** BigInt(scale - places)
  return decimalOf((2n * sum + divisor) / (2n * divisor), places)
}

/** A value in units of 10^-`scale`. The value has no more than `scale` digits after the point. */
export function unitsOf(value: Decimal, scale: number): bigint {
  return BigInt(withPlaces(value, scale).replace('.', ''))
}

/** Negative, zero or positive as the product of some values is less than, equal to or greater than that of others; exact. */
export function compareProducts(some: readonly Decimal[], others: readonly Decimal[]): number {
  const [a, b] = [productOf(some), productOf(others)]
  const scale = Math.max(a.scale, b.scale)
  const difference =
    a.units * 10n ** BigInt(scale - a.scale) - b.units * 10n ** BigInt(scale - b.scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A product in units of 10^-`scale`. */
function productOf(values: readonly Decimal[]): {
  readonly units: bigint
  readonly scale: number
} {
  const scales = values.map(scaleOf)
  const units = values.reduce((product, value) => product * unitsOf(value, scaleOf(value)), 1n)
  return { units, scale: scales.reduce((sum, scale) => sum + scale, 0) }
}

/** The middle of values in rising order, or the rounded mean of the middle two. */
export function medianOf(rising: readonly Decimal[], places: number): Decimal {
  const middle = rising.length >> 1
  return meanOf(rising.slice(rising.length % 2 === 0 ? middle - 1 : middle, middle + 1), places)
}

/** Converts a tenure in whole days to months: days × 12 / 365, rounded half up to two digits. */
export function monthsOfDays(days: number): Decimal {
  return decimalOf((BigInt(days) * 2400n + 365n) / 730n, 2)
}

/**
 * The same for a bound of a range, but with three digits if two are whole months that the days are not: 152 days are 4.997 months,
 * so a range that ends under 5 months does not end at 5.00.
 */
export function monthsOfBound(days: number): Decimal {
  const months = monthsOfDays(days)
  const isRounded = months.endsWith('.00') && (days * 12) % 365 !== 0
  return isRounded ? decimalOf((BigInt(days) * 24_000n + 365n) / 730n, 3) : months
}

/** The decimal of units of 10^-`places`. */
export function decimalOf(units: bigint, places: number): Decimal {
  const digits = String(units).padStart(places + 1, '0')
  const point = digits.length - places
  return (places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`) as Decimal
}
