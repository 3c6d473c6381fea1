import type { ComponentChildren } from 'preact'
import type { RateChangeRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { decimalPlaces, Figure } from '../../parts/figures.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { directionOf, sizeOf } from './net-moves.ts'

type ChangesTableProps = {
  readonly caption: string
  /** All changes of the table, for its decimal places. */
  readonly rows: readonly RateChangeRow[]
  /** The body of the table, with rows of so many decimal places. */
  readonly children: (places: number) => ComponentChildren
}

/** A table of raises and cuts: terms, rate before, rate since, basis points. */
export function ChangesTable({ caption, rows, children }: ChangesTableProps) {
  const { changes } = useMessages()
  const places = decimalPlaces(rows.flatMap((row) => [row.prev_rate_pa, row.new_rate_pa]))
  return (
    <table class="changes">
      <caption class="visually-hidden">{caption}</caption>
      <thead class="visually-hidden">
        <tr>
          <th scope="col">{changes.head.terms}</th>
          <th scope="col">{changes.head.before}</th>
          <th scope="col">{changes.head.since}</th>
          <th scope="col">{changes.head.basisPoints}</th>
        </tr>
      </thead>
      {children(places)}
    </table>
  )
}

type ChangeRowProps = {
  readonly change: RateChangeRow
  readonly places: number
  /** Stands before the terms. */
  readonly institution?: ComponentChildren
  /** What else is known about the change, on the line of the terms; an empty text is left out. */
  readonly notes: readonly string[]
}

/** A line for a change, or for the net move of several. */
export function ChangeRow({ change, places, institution, notes }: ChangeRowProps) {
  const { changes, words } = useMessages()
  const direction = directionOf(change)
  return (
    <tr>
      <th scope="row">
        {institution} <span class="terms">{offerText(change, words)}</span>{' '}
        <span class="note">{notes.filter((note) => note !== '').join(', ')}</span>
      </th>
      <td class="number before">
        <Figure value={change.prev_rate_pa} places={places} />
      </td>
      <td class="number">
        <ReceiptLink
          figure={{ ...change, rate_pa: change.new_rate_pa, at: change.changed_at }}
          rate={change.new_rate_pa}
          institutionName={change.institution_name}
          places={places}
        />
      </td>
      <td class={`number move ${direction}`}>
        {direction !== 'flat' && (
          <>
            <span aria-hidden="true">{direction === 'up' ? '▲' : '▼'}</span>
            <span class="visually-hidden">{changes[direction]} </span>{' '}
          </>
        )}
        {sizeOf(change)}
        <span class="unit"> {changes.basisPoints}</span>
      </td>
    </tr>
  )
}
