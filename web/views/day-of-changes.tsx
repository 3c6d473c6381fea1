import { institutionAddress } from '../address.ts'
import type { Change } from '../api.ts'
import { basisPointsBetween } from '../../src/domain/yield.ts'
import { Figure, placesOf } from '../parts/figures.tsx'
import { Link } from '../router.tsx'
import { dayWords, decimal, payoutWords, tenureWords, variantWords } from '../words.ts'

type DayOfChangesProps = { readonly day: string; readonly changes: readonly Change[] }

/** The raises and cuts of one day, by institution in the order of the book. */
export function DayOfChanges({ day, changes }: DayOfChangesProps) {
  const places = placesOf(changes.flatMap((change) => [change.prev_rate_pa, change.new_rate_pa]))
  return (
    <section>
      <h2>{dayWords(day)}</h2>
      <table class="changes">
        <caption class="unseen">Raises and cuts of {dayWords(day)}</caption>
        <thead class="unseen">
          <tr>
            <th scope="col">Institution and terms</th>
            <th scope="col">Before</th>
            <th scope="col">Since</th>
            <th scope="col">Basis points</th>
          </tr>
        </thead>
        {byInstitution(changes).map(([id, own]) => (
          <tbody key={id}>
            <tr>
              <th scope="rowgroup" colSpan={4} class="whose">
                <Link to={institutionAddress(id)}>{own[0]?.institution_name}</Link>
              </th>
            </tr>
            {own.map((change, index) => (
              <Row key={index} change={change} places={places} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function byInstitution(
  changes: readonly Change[],
): readonly (readonly [string, readonly Change[]])[] {
  return [...Map.groupBy(changes, (change) => change.institution_id)]
}

type RowProps = { readonly change: Change; readonly places: number }

function Row({ change, places }: RowProps) {
  const isUp = change.direction === 'up'
  return (
    <tr>
      <th scope="row">
        {tenureWords(change.tenure_months)}, {payoutWords[change.payout_type]}
        {change.product_variant !== 'general' && `, ${variantWords[change.product_variant]}`}
      </th>
      <td class="number before">
        <Figure value={change.prev_rate_pa} places={places} />
      </td>
      <td class="number">
        <Figure value={change.new_rate_pa} places={places} />
      </td>
      <td class={`number move ${change.direction}`}>
        <span aria-hidden="true">{isUp ? '▲' : '▼'}</span>
        <span class="unseen">{isUp ? 'up' : 'down'} </span>{' '}
        {basisPointsBetween(decimal(change.prev_rate_pa), decimal(change.new_rate_pa))}
        <span class="unit"> bp</span>
      </td>
    </tr>
  )
}
