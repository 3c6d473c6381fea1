import type { RateChangeRow } from '../../api/api.ts'
import { groupBy } from '../../rates/group-by.ts'
import { useMessages } from '../../app/app-context.ts'
import type { Messages } from '../../messages/messages.ts'
import { movesMinimum } from '../../parts/figures.tsx'
import { minimumText } from '../../parts/offer-texts.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { ChangeRow, ChangesTable } from './changes-table.tsx'
import { risingMoves, signedSize, type NetMove } from './net-moves.ts'
import { previousRateNote, readingNote, sharedNotes } from '../../rates/reading-gap.ts'

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
    const rising = risingMoves(all.filter((row) => row.institution_id === id)).map(signedSize)
    const minimums = sharedNotes(own.map((move) => [minimumNote(move, messages)]))
    return (
      <section key={id}>
        <h2>
          <Link to={institutionPath(id)}>{name}</Link>{' '}
          {isNet && <span class="note">{netText(rising, messages)}</span>}{' '}
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
                    minimums.own[index] ?? '',
                    move.count === 1
                      ? entryNote(move, messages)
                      : changes.net({ count: move.count }),
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

/** The changes by size: a list without groups. */
export function ChangesBySize({ rows }: { readonly rows: readonly RateChangeRow[] }) {
  const messages = useMessages()
  const { changes } = messages
  return (
    <ChangesTable caption={changes.tableBySize} rows={rows}>
      {(places) => (
        <tbody>
          {rows.map((row, index) => (
            <ChangeRow
              key={index}
              change={row}
              places={places}
              institution={
                <Link to={institutionPath(row.institution_id)} class="institution">
                  <span translate={false}>{row.institution_name}</span>
                </Link>
              }
              notes={[entryNote(row, messages), minimumNote(row, messages)]}
            />
          ))}
        </tbody>
      )}
    </ChangesTable>
  )
}
