import type { ComponentChildren } from 'preact'
import { longestGapDays } from '../../../src/domain/day.ts'
import type { RateChangeRow } from '../../api/api.ts'
import type { CountedAndApart } from '../../api/background.ts'
import { useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import type { Messages } from '../../messages/messages.ts'
import { decimalPlaces, movesMinimum, Figure } from '../../parts/figures.tsx'
import { minimumText, offerText } from '../../parts/offer-texts.ts'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { CountedAndApartRows } from '../../parts/tables.tsx'
import { groupBy } from '../../rates/group-by.ts'
import {
  gapNote,
  gapsNote,
  previousRateNote,
  readingNote,
  sharedNotes,
} from '../../rates/reading-gap.ts'
import { directionOf, risingMoves, signedSize, sizeOf, type NetMove } from './net-moves.ts'

/** The changes by the day on which they entered the book, and by institution, in the order of the API. */
export function ChangesByDay({ rows }: { readonly rows: readonly RateChangeRow[] }) {
  const messages = useMessages()
  const { changes, words } = messages
  return [...groupBy(rows, (row) => row.changed_at.slice(0, 10))].map(([day, ofDay]) => (
    <section key={day}>
      <h2>{words.day(day)}</h2>
      <ChangesTable caption={changes.tableOf({ day: words.day(day) })} rows={ofDay}>
        {(places) =>
          [...groupBy(ofDay, (row) => row.institution_id)].map(([id, own]) => {
            const notes = sharedNotes(
              own.map((row) => [
                readingNote(row, messages),
                previousRateNote(row, messages),
                minimumNote(row, messages),
              ]),
            )
            return (
              <tbody key={id}>
                <tr>
                  <th scope="rowgroup" colSpan={4} class="institution">
                    <span translate={false}>
                      <Link to={institutionPath(id)}>{own[0]?.institution_name}</Link>
                    </span>{' '}
                    <span class="note">{notes.common}</span>
                  </th>
                </tr>
                {own.map((row, index) => (
                  <ChangeRow
                    key={index}
                    change={row}
                    places={places}
                    notes={[notes.own[index] ?? '']}
                  />
                ))}
              </tbody>
            )
          })
        }
      </ChangesTable>
    </section>
  ))
}

type MovesProps = {
  /** The moves to show now. */
  readonly rows: readonly NetMove[]
  readonly all: readonly NetMove[]
  /** Whether each move is that of a rate over all loaded changes, and not one change. */
  readonly isNet: boolean
}

/** The net move of each rate, or each change, by institution. */
export function MovesByInstitution({ rows, all, isNet }: MovesProps) {
  const messages = useMessages()
  const { changes } = messages
  return [...groupBy(rows, (row) => row.institution_id)].map(([id, own]) => {
    const name = own[0]?.institution_name ?? id
    const allOwn = all.filter((row) => row.institution_id === id)
    const rising = risingMoves(allOwn).map(signedSize)
    const minimums = sharedNotes(own.map((move) => [minimumNote(move, messages)]))
    // The net move of several changes has no single rate before, so its note stays in its row.
    const gaps = sharedNotes(own.map((move) => [move.count === 1 ? gapNote(move, messages) : '']))
    const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
    const counts = {
      gaps: sum(allOwn.map((move) => move.gaps)),
      all: sum(allOwn.map((move) => move.count)),
    }
    return (
      <section key={id}>
        <h2>
          <Link to={institutionPath(id)}>{name}</Link>{' '}
          {isNet && <span class="note">{netText(rising, messages)}</span>}{' '}
          <span class="note">{gaps.common === '' ? gapsNote(counts, messages) : gaps.common}</span>{' '}
          <span class="note">{minimums.common}</span>
        </h2>
        <ChangesTable caption={isNet ? changes.netTableOf({ name }) : name} rows={own}>
          {(places) => (
            <tbody>
              {own.map((move, index) => (
                <ChangeRow
                  key={index}
                  change={move}
                  places={places}
                  notes={[
                    ...(move.count === 1 ? [entryNote(move, messages)] : netNotes(move, messages)),
                    gaps.own[index] ?? '',
                    minimums.own[index] ?? '',
                  ]}
                />
              ))}
            </tbody>
          )}
        </ChangesTable>
      </section>
    )
  })
}

/** How many changes a net move sums up, and how many of them followed a long gap. */
function netNotes({ count, gaps }: NetMove, { changes, words }: Messages): readonly string[] {
  const days = words.days(longestGapDays)
  return [changes.net({ count }), gaps === 0 ? '' : changes.netAfterGap({ count: gaps, days })]
}

/** The lowest and the highest of some net moves. */
function netText(rising: readonly string[], { changes }: Messages): string {
  const [lowest = '', highest = ''] = [rising[0], rising.at(-1)]
  return lowest === highest
    ? changes.netSame({ move: lowest })
    : changes.netRange({ lowest, highest })
}

/** The day of the entry, and of the reading and the page where they differ. */
function entryNote(row: RateChangeRow, messages: Messages): string {
  const reading = readingNote(row, messages)
  return [messages.words.shortDay(row.changed_at), ...(reading === '' ? [] : [reading])].join(', ')
}

/** The minimum deposit before, if it moved. */
function minimumNote(row: RateChangeRow, { changes, words }: Messages): string {
  return movesMinimum(row)
    ? changes.minimumBefore({ minimum: minimumText(row.prev_min_deposit, words) })
    : ''
}

type ChangesBySizeProps = {
  /** The changes to rank, and apart from them those that followed a long gap. */
  readonly rows: CountedAndApart<RateChangeRow>
  /** The first of these rows. */
  readonly shown: readonly RateChangeRow[]
}

/** The changes by size. */
export function ChangesBySize({ rows, shown }: ChangesBySizeProps) {
  const messages = useMessages()
  const { changes, words } = messages
  const days = words.days(longestGapDays)
  return (
    <ChangesTable caption={changes.tableBySize} rows={shown}>
      {(places) => (
        <CountedAndApartRows
          rows={rows}
          shown={shown}
          columns={4}
          apartTitle={changes.afterGap({ days, count: rows.apart.length })}
        >
          {(row) => (
            <ChangeRow
              change={row}
              places={places}
              institution={
                <Link to={institutionPath(row.institution_id)} class="institution">
                  <span translate={false}>{row.institution_name}</span>
                </Link>
              }
              notes={[entryNote(row, messages), gapNote(row, messages), minimumNote(row, messages)]}
            />
          )}
        </CountedAndApartRows>
      )}
    </ChangesTable>
  )
}

type ChangesTableProps = {
  readonly caption: string
  /** All changes of the table, for its decimal places. */
  readonly rows: readonly RateChangeRow[]
  /** The body of the table, with rows of so many decimal places. */
  readonly children: (places: number) => ComponentChildren
}

/** A table of raises and cuts: terms, rate before, rate since, basis points. */
function ChangesTable({ caption, rows, children }: ChangesTableProps) {
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
function ChangeRow({ change, places, institution, notes }: ChangeRowProps) {
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
