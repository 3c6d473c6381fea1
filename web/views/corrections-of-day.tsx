import type { CorrectionRow } from '../api.ts'
import { formatDay, formatTenure, payoutLabels, variantLabels } from '../format.ts'
import { causeSentences } from '../parts/correction-texts.ts'
import { decimalPlaces, Figure, formatMinimum, hasMinimum } from '../parts/figures.tsx'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'

type CorrectionsOfDayProps = { readonly day: string; readonly figures: readonly CorrectionRow[] }

/** The figures that were corrected on one day, a group for each correction, in the order of the API. */
export function CorrectionsOfDay({ day, figures }: CorrectionsOfDayProps) {
  const rates = figures.flatMap((row) => [row.was_rate_pa ?? [], row.now_rate_pa ?? []].flat())
  const places = decimalPlaces(rates)
  const byEntry = Map.groupBy(figures, ({ id }) => id.slice(0, id.indexOf('.')))
  return (
    <section>
      <h2>{formatDay(day)}</h2>
      <table class="changes corrections">
        <caption class="visually-hidden">Figures that were corrected on {formatDay(day)}</caption>
        <thead>
          <tr>
            <th scope="col">Institution and terms</th>
            <th scope="col" class="number">
              Was, %
            </th>
            <th scope="col" class="number">
              Corrected, %
            </th>
          </tr>
        </thead>
        {[...byEntry].map(([position, rows]) => (
          <tbody key={position}>
            <CorrectionHead rows={rows} />
            {rows.map((row) => (
              <CorrectionFigure key={row.id} row={row} places={places} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** What the figures of one correction have in common. */
function CorrectionHead({ rows: [first] }: { readonly rows: readonly CorrectionRow[] }) {
  if (first === undefined) return null
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} class="institution">
        <Link to={institutionPath(first.institution_id)}>{first.institution_name}</Link>
        <span class="explanation">
          {first.retraction && <strong>The whole rate sheet was retracted. </strong>}
          {causeSentences[first.cause]} {first.note !== null && <q>{first.note}</q>} Published on{' '}
          {formatDay(first.published_at)}, corrected on {formatDay(first.corrected_at)}.
        </span>
      </th>
    </tr>
  )
}

type CorrectionFigureProps = { readonly row: CorrectionRow; readonly places: number }

function CorrectionFigure({ row, places }: CorrectionFigureProps) {
  return (
    <tr>
      <th scope="row">
        {formatTenure(row.tenure_months)}, {payoutLabels[row.payout_type]}
        {row.product_variant !== 'general' && `, ${variantLabels[row.product_variant]}`}
        {hasMinimum(row.min_deposit) && `, ${formatMinimum(row.min_deposit)}`}
      </th>
      <td class="number">
        <del>
          {row.was_rate_pa === null ? (
            'not offered'
          ) : (
            <ReceiptLink
              figure={{ ...row, at: row.published_at }}
              rate={row.was_rate_pa}
              institutionName={row.institution_name}
              places={places}
            />
          )}
        </del>
      </td>
      <td class="number strong">
        {row.now_rate_pa === null ? (
          'not offered'
        ) : (
          <Figure value={row.now_rate_pa} places={places} />
        )}
      </td>
    </tr>
  )
}
