import { compareDecimals, parseDecimal, parseWhole, type Decimal } from './decimal.ts'
import { payouts, variants, type Tier } from './offer.ts'
import { object, objectLike, optional, text, value, word, type TypeOf } from './schema.ts'

/** The limits of the gate that the book of a country can set, by their names in `ratebook.yaml`, in the order of the rules. */
export const limitNames = [
  'lowest_rate',
  'highest_rate',
  'aer_tolerance',
  'senior_excess',
  'large_move_with_aer',
  'large_move_without_aer',
  'very_large_move',
  'unit_factor',
  'many_moves_from',
] as const

export type LimitName = (typeof limitNames)[number]

/** One limit, and why it has this value. */
export type GateLimit = { readonly value: Decimal; readonly reason: string }

export type GateLimits = Readonly<Record<LimitName, GateLimit>>

/** A limit as it decided about a figure, which stays true when the settings change. */
const decidingLimit = object({ name: value<LimitName>('text'), value: value<Decimal>('decimal') })
export type DecidingLimit = TypeOf<typeof decidingLimit>

/** The keys of a tier. */
export const tierKeys = {
  variant: word('variant', variants),
  tenure: value<Decimal>('decimal'),
  tenureTo: optional(value<Decimal>('decimal')),
  payout: word('payout', payouts),
  minimumDeposit: optional(value<Decimal>('decimal')),
}

/** The name and the value of a limit, which a finding keeps. */
export function deciding(name: LimitName, limits: GateLimits): DecidingLimit {
  return { name, value: limits[name].value }
}

/** The values that a limit can have: figures in this unit, from `least` to `most`. */
type LimitRange = {
  readonly unit: 'percent' | 'basis points' | 'times' | 'rates'
  readonly least: Decimal
  readonly most: Decimal
}

const range = (unit: LimitRange['unit'], least: string, most: string): LimitRange => ({
  unit,
  least: least as Decimal,
  most: most as Decimal,
})

const anyRate = range('percent', '0.001', '1000')
const anyMove = range('basis points', '0.1', '100000')

/** The ranges of the limits. A factor below 1.5 would find every ordinary move. */
export const limitRanges: Readonly<Record<LimitName, LimitRange>> = {
  lowest_rate: anyRate,
  highest_rate: anyRate,
  aer_tolerance: range('percent', '0.001', '1000'),
  senior_excess: anyMove,
  large_move_with_aer: anyMove,
  large_move_without_aer: anyMove,
  very_large_move: anyMove,
  unit_factor: range('times', '1.5', '1000'),
  many_moves_from: range('rates', '1', '10000'),
}

const limit = (value: string, reason: string): GateLimit => ({ value: value as Decimal, reason })

/** The limits of a book that sets none. */
export const defaultGateLimits: GateLimits = {
  lowest_rate: limit('0.5', 'a lower rate is probably a fraction in place of a percentage'),
  highest_rate: limit('30', 'a higher rate has probably lost its decimal point'),
  aer_tolerance: limit('0.06', 'pages round; a larger difference has another cause'),
  senior_excess: limit('200', 'a senior rate is the general rate and a small addition'),
  large_move_with_aer: limit('200', 'the printed AER confirms a smaller move'),
  large_move_without_aer: limit('100', 'without a printed AER, nothing confirms the rate'),
  very_large_move: limit('300', 'two people should see a larger move'),
  unit_factor: limit('3', 'all rates together move so far only if the unit is another one'),
  many_moves_from: limit('4', 'of fewer rates, more than half move by chance'),
}

/** The limits of a book: its own ones, and the default for each other one. */
export function limitsOf(own: Partial<GateLimits>): GateLimits {
  return { ...defaultGateLimits, ...own }
}

type LimitProblem = { readonly key: string; readonly message: string }

/**
 * Reads the section `gate:` of `ratebook.yaml`: limits by name, each `{ value: 60, reason: "…" }`. Returns a sentence for each problem,
 * and the key that it is about.
 */
export function readLimits(section: Readonly<Record<string, unknown>>): {
  readonly limits: Partial<GateLimits>
  readonly problems: readonly LimitProblem[]
} {
  const limits: Partial<Record<LimitName, GateLimit>> = {}
  const problems: LimitProblem[] = []
  for (const [key, given] of Object.entries(section)) {
    const name = limitNames.find((one) => one === key)
    const read = name === undefined ? unknownLimit(key) : readLimit(name, given)
    if (typeof read === 'string') problems.push({ key, message: read })
    else if (name !== undefined) limits[name] = read
  }
  const { lowest_rate: lowest, highest_rate: highest } = limitsOf(limits)
  if (compareDecimals(lowest.value, highest.value) > 0)
    problems.push({
      key: limits.lowest_rate === undefined ? 'highest_rate' : 'lowest_rate',
      message: `gate.lowest_rate ${lowest.value} is above gate.highest_rate ${highest.value}; every rate would be a finding.`,
    })
  return { limits, problems }
}

function unknownLimit(key: string): string {
  return `gate.${key} is not a limit of the gate; the limits are ${limitNames.join(', ')}.`
}

function readLimit(name: LimitName, given: unknown): GateLimit | string {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  const { value, reason, ...rest } = (isObject ? given : {}) as Readonly<Record<string, unknown>>
  if (
    value === undefined ||
    typeof reason !== 'string' ||
    reason.trim() === '' ||
    Object.keys(rest).length > 0
  )
    return `gate.${name} needs a value and the reason for it, and nothing else: { value: ${defaultGateLimits[name].value}, reason: "…" }.`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const decimal = limitValue(name, text)
  return typeof decimal === 'object'
    ? `gate.${name}.value ${decimal.problem}`
    : { value: decimal, reason: reason.trim() }
}

/** The value of a limit, or why the text is none: a sentence. */
export function limitValue(name: LimitName, text: string): Decimal | { readonly problem: string } {
  const { unit, least, most } = limitRanges[name]
  const value = parseDecimal(text)
  const isWhole = unit !== 'rates' || parseWhole(text) !== undefined
  const isInRange =
    value !== undefined && compareDecimals(value, least) >= 0 && compareDecimals(value, most) <= 0
  if (isInRange && isWhole) return value
  const kind = unit === 'rates' ? 'whole' : 'plain'
  return { problem: `${text} is not a ${kind} number from ${least} to ${most} (${unit}).` }
}

/** Something implausible in a rate sheet, which the gate found. */
export const finding = object({
  /** The name of the rule, as `docs/gate.md` lists it. */
  rule: text(),
  /** The offer; absent if the finding is about the whole sheet. */
  tier: optional(objectLike<Tier>(tierKeys)),
  /** The rate that stands; absent if none does. */
  was: optional(value<Decimal>('decimal')),
  /** The rate that the sheet lists; absent if it lists none. */
  now: optional(value<Decimal>('decimal')),
  /** The limit of the book that decided; absent if none did. */
  limit: optional(decidingLimit),
  /** A sentence for the person who enters the sheet. */
  message: text('lines'),
})
export type Finding = TypeOf<typeof finding>

/** The rule of a finding, and the limit that decided: `very-large-move, very_large_move 300`. */
export function ruleText({ rule, limit }: Finding): string {
  return limit === undefined ? rule : `${rule}, ${limit.name} ${limit.value}`
}
