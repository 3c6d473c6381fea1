import { basisPointsBetween } from '../../src/domain/yield.ts'
import type { RateChangeRow } from '../api.ts'
import { formatDay, formatTenure, payoutLabels, toDecimal, variantLabels } from '../format.ts'
import {
  decimalPlaces,
  Figure,
  formatMinimumOfChange,
  hasMinimum,
  movesMinimum,
} from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'

type ChangesOfDayProps = { readonly day: string; readonly changes: readonly RateChangeRow[] }

/** The raises and cuts of one day by institution, in the order of the API. */
export function ChangesOfDay({ day, changes }: ChangesOfDayProps) {
  const places = decimalPlaces(changes.flatMap((row) => [row.prev_rate_pa, row.new_rate_pa]))
  const byInstitution = Map.groupBy(changes, (row) => row.institution_id)
  return (
    <section>
      <h2>{formatDay(day)}</h2>
      <table class="changes">
        <caption class="visually-hidden">Raises and cuts of {formatDay(day)}</caption>
        <thead class="visually-hidden">
          <tr>
            <th scope="col">Institution and terms</th>
            <th scope="col">Before</th>
            <th scope="col">Since</th>
            <th scope="col">Basis points</th>
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
  const isUp = change.direction === 'up'
  return (
    <tr>
      <th scope="row">
        {formatTenure(change.tenure_months)}, {payoutLabels[change.payout_type]}
        {change.product_variant !== 'general' && `, ${variantLabels[change.product_variant]}`}
        {(hasMinimum(change.min_deposit) || movesMinimum(change)) &&
          `, ${formatMinimumOfChange(change)}`}
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
        <span class="visually-hidden">{isUp ? 'up' : 'down'} </span>{' '}
        {basisPointsBetween(toDecimal(change.prev_rate_pa), toDecimal(change.new_rate_pa))}
        <span class="unit"> bp</span>
      </td>
    </tr>
  )
}
