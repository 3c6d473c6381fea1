import type { Decimal } from '../domain/decimal.ts'

/**
 * The limits of the gate. A figure at its limit passes, except where the name of the limit has "From". `docs/gate.md` gives the
 * reasons.
 */
export const limits = {
  /** The largest difference between the printed and the computed AER, in percent, unless the source definition has another. */
  effectiveRateTolerance: '0.06' as Decimal,
  lowestRate: '0.5' as Decimal,
  highestRate: '30' as Decimal,
  /** The most decimals of a rate, without zeros at the end. */
  mostDecimals: 4,
  /** A smaller move is a finding, in basis points. */
  smallestMove: '0.01' as Decimal,
  /** The largest excess of a senior rate over the general rate, in basis points. */
  seniorExcess: '200' as Decimal,
  /** A move of this many basis points is a finding, depending on whether the sheet prints an AER for the rate. */
  moveFromWithAer: '200' as Decimal,
  moveFromWithoutAer: '100' as Decimal,
  /** The largest move that one reviewer may accept, in basis points. */
  largestMove: '300' as Decimal,
  /** How many rates must be in both sheets before the rule about many moves applies. */
  rowsForManyMoves: 4,
  /** If all rates rise or fall from this factor, the unit is probably wrong. */
  unitFactorFrom: '3' as Decimal,
  /** The factors of the rates count as one if the largest is at most this many times the smallest. */
  unitFactorSpread: '1.1' as Decimal,
}
