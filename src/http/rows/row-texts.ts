import { instantText } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import { entryIn, type Ledger } from '../../market/ledger.ts'
import { rateText, tenureText } from '../schema/fields.ts'
import { grownTo, zeros } from './grown.ts'
import { addPiece, noPieces, type Pieces } from './pieces.ts'
import { textOfParts, type PieceParts } from './row-values.ts'

/**
 * The pieces of which rows of the records are joined, by the numbers in their cells. Every row
 * begins with the comma that stands between it and the one before.
 */
export type RowTexts = {
  readonly pieces: Pieces
  /** `,{"institution_id":"peoples-bank","tenure_months":"12.00","prev_rate_pa":"`, and in a change more fields. */
  readonly series: Column
  /** `7.500","new_rate_pa":"8.500","direction":"up","changed_at":"`. */
  readonly move: Column
  /** `2026-06-09T00:00:00Z"}`. */
  readonly publication: Column
}

/** The pieces for the numbers in a column; each is made when its number first occurs. */
export type Column = {
  /**
   * What stands before, between and behind the values of a piece: in all of them the same, one text more than values. So that no match is
   * shorter than three bytes, between two values that is as much at least, or nothing if the second value has as much; where a value of
   * one column is followed by one of the next, or of the next row, three too, and behind the comma that begins a row.
   */
  readonly frame: readonly string[]
  readonly valuesOf: (number: number) => readonly string[]
  /** One more than the piece of each number, which are dense; 0 where there is none yet. */
  known: Int32Array
}

/** The parts of a piece. */
export function partsOf({ frame, valuesOf }: Column, number: number): PieceParts {
  return { frame, values: valuesOf(number) }
}

/** The piece for a number of a column. */
export function pieceOf(pieces: Pieces, column: Column, number: number): number {
  return (column.known[number] || makePiece(pieces, column, number)) - 1
}

/** Puts pieces in the place of numbers that stand in the cells, three for each row. */
export function findPieces(texts: RowTexts, numbers: Int32Array, count: number): void {
  const { pieces, series, move, publication } = texts
  // As they are now: what is made meanwhile stands in others, which are looked at only for what is missing here.
  const [seriesKnown, moveKnown, publicationKnown] = [series.known, move.known, publication.known]
  for (let index = 0; index < count; index += 3) {
    const ofSeries = numbers[index] as number
    const ofMove = numbers[index + 1] as number
    const ofPublication = numbers[index + 2] as number
    numbers[index] = (seriesKnown[ofSeries] || makePiece(pieces, series, ofSeries)) - 1
    numbers[index + 1] = (moveKnown[ofMove] || makePiece(pieces, move, ofMove)) - 1
    numbers[index + 2] =
      (publicationKnown[ofPublication] || makePiece(pieces, publication, ofPublication)) - 1
  }
}

/** One more than the piece for a number that is not known yet, or was not when somebody looked. */
function makePiece(pieces: Pieces, column: Column, number: number): number {
  column.known = grownTo(column.known, number + 1, zeros)
  const known = column.known[number] as number
  return known > 0
    ? known
    : (column.known[number] = addPiece(pieces, textOfParts(partsOf(column, number))) + 1)
}

/** The pieces of rate history records (specification, part 2). */
export function historyTexts(ledger: Ledger): RowTexts {
  const frame = rowFrame('institution_id', 'tenure_months')
  const series = (number: number): string[] => {
    const { institutionId, terms } = entryIn(ledger.allSeries, number)
    return [institutionId, tenureText(terms.tenure)]
  }
  return { ...endTexts(ledger), series: columnOf(frame, series) }
}

/** The pieces of rate change records, which name the institution. */
export function changeTexts(ledger: Ledger, institutionOf: (id: string) => Institution): RowTexts {
  const frame = rowFrame('institution_id', 'product_variant', 'tenure_months', 'payout_type')
  const series = (number: number): string[] => {
    const { institutionId, terms } = entryIn(ledger.allSeries, number)
    const { name, type } = institutionOf(institutionId)
    // What changes together is one value.
    const institution = `${institutionId}","institution_name":${JSON.stringify(name)},"institution_type":"${type}`
    return [institution, terms.variant, tenureText(terms.tenure), terms.payout]
  }
  return { ...endTexts(ledger), series: columnOf(frame, series) }
}

function endTexts({ allMoves, publications }: Ledger): Omit<RowTexts, 'series'> {
  const move = (number: number): string[] => {
    const found = entryIn(allMoves, number)
    if (found.direction === 'withdrawn') throw new Error('A withdrawal is no record.')
    return [rateText(found.previous), rateText(found.rate), found.direction]
  }
  const publication = (number: number): string[] => {
    // Publications of one day or at one time of the day have that in common.
    const [day = '', time] = instantText(entryIn(publications, number).at).split('T')
    return [day, `T${time}`]
  }
  return {
    pieces: noPieces(),
    move: columnOf(['', '","new_rate_pa":"', '","direction":"', '","changed_at":"'], move),
    publication: columnOf(['', '', '"}'], publication),
  }
}

/** A column of which no piece is made yet. */
export const columnOf = (frame: readonly string[], valuesOf: Column['valuesOf']): Column => ({
  frame,
  valuesOf,
  known: zeros(64),
})

/** What stands around the first values of a row, up to that of the rate before. */
function rowFrame(first: string, ...others: readonly string[]): string[] {
  return [`,{"${first}":"`, ...[...others, 'prev_rate_pa'].map((name) => `","${name}":"`)]
}
