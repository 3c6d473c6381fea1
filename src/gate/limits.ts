import type { Decimal } from '../domain/decimal.ts'

/** The limits of the rules. A figure at its limit passes, except where the name of the limit has "From". */
export type GateLimits = {
  /** The largest difference between the printed and the computed AER, in percent. */
  readonly effectiveRateTolerance: Decimal
  readonly lowestRate: Decimal
  readonly highestRate: Decimal
  /** The most decimals of a rate, without zeros at the end. */
  readonly mostDecimals: number
  /** A smaller move is a finding, in basis points. */
  readonly smallestMove: Decimal
  /** The largest excess of a senior rate over the general rate, in basis points. */
  readonly seniorExcess: Decimal
  /** A move of this many basis points is a finding, depending on whether the sheet prints an AER for the rate. */
  readonly moveFromWithAer: Decimal
  readonly moveFromWithoutAer: Decimal
  /** The largest move that one reviewer may accept, in basis points. */
  readonly largestMove: Decimal
  /** How many rates must be in both sheets before the rule about many moves applies. */
  readonly rowsForManyMoves: number
  /** If all rates rise or fall from this factor, the unit is probably wrong. */
  readonly unitFactorFrom: Decimal
  /** The factors of the rates count as one if the largest is at most this many times the smallest. */
  readonly unitFactorSpread: Decimal
}

/** The limits of the gate. `docs/gate.md` gives the reasons. */
export const defaultLimits: GateLimits = {
  effectiveRateTolerance: '0.06' as Decimal,
  lowestRate: '0.5' as Decimal,
  highestRate: '30' as Decimal,
  mostDecimals: 4,
  smallestMove: '0.01' as Decimal,
  seniorExcess: '200' as Decimal,
  moveFromWithAer: '200' as Decimal,
  moveFromWithoutAer: '100' as Decimal,
  largestMove: '300' as Decimal,
  rowsForManyMoves: 4,
  unitFactorFrom: '3' as Decimal,
  unitFactorSpread: '1.1' as Decimal,
}
