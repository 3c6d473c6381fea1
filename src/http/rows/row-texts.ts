import { instantText } from '../../domain/instant.ts'
import type { Institution } from '../../domain/institution.ts'
import { entryIn, type Ledger } from '../../market/ledger.ts'
import { rateText, tenureText } from '../schema/fields.ts'
import { grownTo, zeros } from './grown.ts'
import { addPiece, noPieces, type Pieces } from './pieces.ts'

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
  readonly textOf: (number: number) => string
  /** One more than the piece of each number, which are dense; 0 where there is none yet. */
  known: Int32Array
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
  return known > 0 ? known : (column.known[number] = addPiece(pieces, column.textOf(number)) + 1)
}

/** The pieces of rate history records (specification, part 2). */
export function historyTexts(ledger: Ledger): RowTexts {
  const series = (number: number): string => {
    const { institutionId, terms } = entryIn(ledger.allSeries, number)
    return rowStart({ institution_id: institutionId, tenure_months: tenureText(terms.tenure) })
  }
  return { ...endTexts(ledger), series: columnOf(series) }
}

/** The pieces of rate change records, which name the institution. */
export function changeTexts(ledger: Ledger, institutionOf: (id: string) => Institution): RowTexts {
  const series = (number: number): string => {
    const { institutionId, terms } = entryIn(ledger.allSeries, number)
    const { name, type } = institutionOf(institutionId)
    return rowStart({
      institution_id: institutionId,
      institution_name: name,
      institution_type: type,
      product_variant: terms.variant,
      tenure_months: tenureText(terms.tenure),
      payout_type: terms.payout,
    })
  }
  return { ...endTexts(ledger), series: columnOf(series) }
}

function endTexts({ allMoves, publications }: Ledger): Omit<RowTexts, 'series'> {
  const move = (number: number): string => {
    const found = entryIn(allMoves, number)
    if (found.direction === 'withdrawn') throw new Error('A withdrawal is no record.')
    const [before, now] = [rateText(found.previous), rateText(found.rate)]
    return `${before}","new_rate_pa":"${now}","direction":"${found.direction}","changed_at":"`
  }
  const publication = (number: number): string =>
    `${instantText(entryIn(publications, number).at)}"}`
  return { pieces: noPieces(), move: columnOf(move), publication: columnOf(publication) }
}

/** A column of which no piece is made yet. */
export const columnOf = (textOf: Column['textOf']): Column => ({ textOf, known: zeros(64) })

/** The first fields of a row, up to the value of the next one, the rate before. */
function rowStart(fields: Readonly<Record<string, string>>): string {
  return `,${JSON.stringify(fields).slice(0, -1)},"prev_rate_pa":"`
}
