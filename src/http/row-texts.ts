import { instantText } from '../domain/instant.ts'
import type { Institution } from '../domain/institution.ts'
import { entryIn, type Ledger } from '../market/ledger.ts'
import { rateText, tenureText } from './fields.ts'
import { fragmentOf, type Fragment } from './fragment.ts'

/** Pieces by their numbers, which are dense, so that an array is the quickest of maps; each is made when it first occurs. */
export type Pieces = { readonly known: Fragment[]; readonly textOf: (number: number) => string }

/**
 * The pieces of which rows of the records are joined, by the numbers in their columns. Every row
 * begins with the comma that stands between it and the one before.
 */
export type RowTexts = {
  /** `,{"institution_id":"peoples-bank","tenure_months":"12.00","prev_rate_pa":"`, and in a change more fields. */
  readonly series: Pieces
  /** `7.500","new_rate_pa":"8.500","direction":"up","changed_at":"`. */
  readonly move: Pieces
  /** `2026-06-09T00:00:00Z"}`. */
  readonly publication: Pieces
}

/** The piece of a number. */
export function pieceOf({ known, textOf }: Pieces, number: number): Fragment {
  return (known[number] ??= fragmentOf(textOf(number)))
}

/** The pieces of rate history records (specification, part 2). */
export function historyTexts(ledger: Ledger): RowTexts {
  const series = (number: number): string => {
    const { institutionId, terms } = entryIn(ledger.allSeries, number)
    return rowStart({ institution_id: institutionId, tenure_months: tenureText(terms.tenure) })
  }
  return { series: { known: [], textOf: series }, ...endTexts(ledger) }
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
  return { series: { known: [], textOf: series }, ...endTexts(ledger) }
}

function endTexts({ allMoves, publications }: Ledger): Pick<RowTexts, 'move' | 'publication'> {
  const move = (number: number): string => {
    const found = entryIn(allMoves, number)
    if (found.direction === 'withdrawn') throw new Error('A withdrawal is no record.')
    const [before, now] = [rateText(found.previous), rateText(found.rate)]
    return `${before}","new_rate_pa":"${now}","direction":"${found.direction}","changed_at":"`
  }
  const publication = (number: number): string =>
    `${instantText(entryIn(publications, number).at)}"}`
  return { move: { known: [], textOf: move }, publication: { known: [], textOf: publication } }
}

/** The first fields of a row, up to the value of the next one, the rate before. */
function rowStart(fields: Readonly<Record<string, string>>): string {
  return `,${JSON.stringify(fields).slice(0, -1)},"prev_rate_pa":"`
}
