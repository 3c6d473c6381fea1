import { basisPointsBetween } from '../../src/domain/yield.ts'
import type { RateChangeRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { toDecimal } from '../format.ts'
import { decimalPlaces, Figure, hasMinimum, movesMinimum } from '../parts/figures.tsx'
import { recordMinimumText, termsText } from '../parts/offer-texts.ts'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { isDayKnown, previousRateTexts } from './reading-gap.ts'
import { groupBy } from '../group-by.ts'

type ChangesOfDayProps = { readonly day: string; readonly changes: readonly RateChangeRow[] }

/** The raises and cuts of one day by institution, in the order of the API. */
export function ChangesOfDay({ day, changes: rows }: ChangesOfDayProps) {
  const { changes, words } = useMessages()
  const places = decimalPlaces(rows.flatMap((row) => [row.prev_rate_pa, row.new_rate_pa]))
  const byInstitution = groupBy(rows, (row) => row.institution_id)
  const caption = rows.every(isDayKnown) ? changes.tableOf : changes.tableSeen
  return (
    <section>
      <h2>{words.day(day)}</h2>
      <table class="changes">
        <caption class="visually-hidden">{caption(words.day(day))}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">{changes.head.terms}</th>
            <th scope="col">{changes.head.before}</th>
            <th scope="col">{changes.head.since}</th>
            <th scope="col">{changes.head.basisPoints}</th>
          </tr>
        </thead>
        {[...byInstitution].map(([id, rows]) => (
          <tbody key={id}>
            <tr>
              <th scope="rowgroup" colSpan={4} class="institution">
                <Link to={institutionPath(id)}>{rows[0]?.institution_name}</Link>
              </th>
            </tr>
            {rows.map((row, index) => (
              <ChangeRow key={index} change={row} places={places} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

type ChangeRowProps = { readonly change: RateChangeRow; readonly places: number }

function ChangeRow({ change, places }: ChangeRowProps) {
  const messages = useMessages()
  const { changes } = messages
  const isUp = change.direction === 'up'
  const { stood, gap } = previousRateTexts(change, messages)
  return (
    <tr>
      <th scope="row">
        {termsText(change, messages.words)}
        {(hasMinimum(change.min_deposit) || movesMinimum(change)) &&
          `, ${recordMinimumText(change, messages.words)}`}
        <span class="details">
          {stood}
          {gap !== '' && <span class="stale">{gap}</span>}
        </span>
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
      <td class={`number move ${change.direction}`}>
        <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
        <span class="visually-hidden">{isUp ? changes.up : changes.down} </span>{' '}
        {basisPointsBetween(toDecimal(change.prev_rate_pa), toDecimal(change.new_rate_pa))}
        <span class="unit"> {changes.basisPoints}</span>
      </td>
    </tr>
  )
}
