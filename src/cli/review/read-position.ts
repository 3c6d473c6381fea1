import { parseWhole } from '../../domain/decimal.ts'
import { Failure } from '../../domain/failure.ts'

/** Reads the position of a held sheet from the command line. */
export function readPosition(given: string): number {
  const position = parseWhole(given)
  if (position === undefined || position === 0 || !Number.isSafeInteger(position))
    throw new Failure('usage', `${given} is not a position: a whole number from 1.`)
  return position
}
