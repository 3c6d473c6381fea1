import {
  compareDecimals,
  compareProducts,
  sameDecimal,
  type Decimal,
} from '../../domain/decimal.ts'
import { deciding, type GateLimits } from '../../domain/gate-limits.ts'
import { payouts, variants } from '../../domain/offer.ts'
import { describeTier } from '../../domain/tenure.ts'
import { counted } from '../../domain/text.ts'
import { basisPointsBetween } from '../../domain/yield.ts'
import { foundInRow, type Check, type CollectedCheck, type ComparedRow } from './checked-sheet.ts'

/** Finds rates that move far at once, and not so far that two people should see it. */
export const largeMoves: Check = ({ rows, limits }) =>
  rows.flatMap((row) => {
    const hasAer = row.offer.annualEffectiveRate !== undefined
    const limit = deciding(hasAer ? 'large_move_with_aer' : 'large_move_without_aer', limits)
    if (isVeryLarge(row, limits) || compareDecimals(pointsOf(row), limit.value) < 0) return []
    const message = `${moveText(row)}, by ${pointsOf(row)} basis points; ${hasAer ? 'with' : 'without'} a printed AER, less than ${limit.value} is expected.`
    return [foundInRow(row, { limit, message })]
  })

/** Finds rates that move so far at once that two people should see it. */
export const veryLargeMoves: Check = ({ rows, limits }) =>
  rows
    .filter((row) => isVeryLarge(row, limits))
    .map((row) => {
      const limit = deciding('very_large_move', limits)
      const message = `${moveText(row)}, by ${pointsOf(row)} basis points; two people should see a move of more than ${limit.value}.`
      return foundInRow(row, { limit, message })
    })

function isVeryLarge(row: ComparedRow, limits: GateLimits): boolean {
  return compareDecimals(pointsOf(row), limits.very_large_move.value) > 0
}

/** A smaller move is a finding, in basis points. */
const smallestMove = '0.01' as Decimal

/** Finds moves that are too small for an institution to have made them. */
export const tinyMoves: Check = ({ rows }) =>
  rows
    .filter((row) => moves(row) && compareDecimals(pointsOf(row), smallestMove) < 0)
    .map((row) => {
      const message = `${moveText(row)}, by less than ${smallestMove} basis points.`
      return foundInRow(row, { message })
    })

function moves({ offer, before }: ComparedRow): boolean {
  return !sameDecimal(offer.rate, before.rate)
}

function pointsOf({ offer, before }: ComparedRow): Decimal {
  return basisPointsBetween(offer.rate, before.rate)
}

function moveText({ offer, before }: ComparedRow): string {
  return `The rate of ${describeTier(offer)} moves from ${before.rate} % to ${offer.rate} %`
}

/** The factors of the rates count as one if the largest is at most this many times the smallest. */
const unitFactorSpread = '1.1' as Decimal

/** Finds a sheet whose rates are all in another unit than the standing ones, such as a fraction or a rate per month. */
export const oneFactor: Check = ({ rows, limits }) => {
  const limit = deciding('unit_factor', limits)
  const from = limit.value
  const rising = rows.toSorted(compareFactors)
  const [least, most] = [rising[0], rising.at(-1)]
  if (least === undefined || most === undefined) return []
  const isOne =
    compareProducts(
      [most.offer.rate, least.before.rate],
      [unitFactorSpread, least.offer.rate, most.before.rate],
    ) <= 0
  const isUp = compareProducts([least.offer.rate], [from, least.before.rate]) >= 0
  const isDown = compareProducts([most.offer.rate, from], [most.before.rate]) <= 0
  if (!isOne || (!isUp && !isDown)) return []
  // The message of a failed run is public, and the figures that it refuses are not.
  const message = `Every standing rate on the sheet ${isUp ? 'rises' : 'falls'} by about the same factor; from a factor of ${from}, the unit is probably wrong.`
  return [{ limit, message }]
}

/** Orders rows by the factor of their move, without a division. */
function compareFactors(a: ComparedRow, b: ComparedRow): number {
  return compareProducts([a.offer.rate, b.before.rate], [b.offer.rate, a.before.rate])
}

/** Finds a sheet on which most rates move and not each moved rate has an AER that confirms it. */
export const manyMoves: Check = ({ rows, limits }) => {
  const limit = deciding('many_moves_from', limits)
  const moved = rows.filter(moves)
  const withoutAer = moved.filter(({ offer }) => offer.annualEffectiveRate === undefined)
  const isMost =
    compareDecimals(`${rows.length}` as Decimal, limit.value) >= 0 && moved.length * 2 > rows.length
  if (!isMost || withoutAer.length === 0) return []
  const message = `Of ${counted(rows.length, 'standing rate')}, ${moved.length} ${moved.length === 1 ? 'moves' : 'move'}, ${withoutAer.length} of them without a printed AER; if more than half move, each needs one.`
  return [{ limit, message }]
}

/** How many rates must move before the rule applies: two rates may change places by chance. */
const leastMoved = 3

/**
 * Finds rates that stood at other tenures: three quarters or more of those that move at one payout. The labels of the rows have then
 * probably shifted. For interest at maturity the AER shows that, unless it is compounded by periods: then it has nothing of the tenure.
 */
export const ratesAtOtherTenures: CollectedCheck = ({ rows }, { source }) =>
  variants.flatMap((variant) =>
    payouts.flatMap((payout) => {
      if (payout === 'maturity' && source.periodsPerYear === undefined) return []
      const column = rows.filter(
        ({ offer }) => offer.variant === variant && offer.payout === payout,
      )
      const moved = column.filter(moves)
      const elsewhere = moved.filter((row) => column.some((other) => stoodAt(other, row)))
      if (moved.length < leastMoved || elsewhere.length * 4 < moved.length * 3) return []
      const message = `Of ${moved.length} ${variant} rates with payout ${payout} that move, ${elsewhere.length} stood at another tenure; the labels of the rows have probably shifted.`
      return [{ message }]
    }),
  )

/** Whether the new rate of a row is the one that stood at the tenure of another row. */
function stoodAt({ before }: ComparedRow, { offer }: ComparedRow): boolean {
  return !sameDecimal(before.tenure, offer.tenure) && sameDecimal(before.rate, offer.rate)
}
