import type { CorrectionRow } from '../api.ts'
import { useMessages } from '../app-context.ts'
import { decimalPlaces, Figure } from '../parts/figures.tsx'
import { offerText } from '../parts/offer-texts.ts'
import { ReceiptLink } from '../parts/receipt-link.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { groupBy } from '../group-by.ts'

type CorrectionsOfDayProps = { readonly day: string; readonly figures: readonly CorrectionRow[] }

/** The figures that were corrected on one day, a group for each correction, in the order of the API. */
export function CorrectionsOfDay({ day, figures }: CorrectionsOfDayProps) {
  const { corrections, words } = useMessages()
  const rates = figures.flatMap((row) => [row.was_rate_pa ?? [], row.now_rate_pa ?? []].flat())
  const places = decimalPlaces(rates)
  const byEntry = groupBy(figures, ({ id }) => id.slice(0, id.indexOf('-')))
  return (
    <section>
      <h2>{words.day(day)}</h2>
      <table class="changes corrections">
        <caption class="visually-hidden">{corrections.tableOf(words.day(day))}</caption>
        <thead>
          <tr>
            <th scope="col">{corrections.head.terms}</th>
            <th scope="col" class="number">
              {corrections.head.was}
            </th>
            <th scope="col" class="number">
              {corrections.head.now}
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
  const { corrections, words } = useMessages()
  if (first === undefined) return null
  const [published, corrected] = [words.day(first.published_at), words.day(first.corrected_at)]
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} class="institution">
        <span translate={false}>
          <Link to={institutionPath(first.institution_id)}>{first.institution_name}</Link>
        </span>
        <span class="explanation">
          {first.retraction && <strong>{corrections.retracted} </strong>}
          {corrections.causes[first.cause]} {first.note !== null && <q>{first.note}</q>}{' '}
          {corrections.days(published, corrected)}
        </span>
      </th>
    </tr>
  )
}

type CorrectionFigureProps = { readonly row: CorrectionRow; readonly places: number }

function CorrectionFigure({ row, places }: CorrectionFigureProps) {
  const { corrections, words } = useMessages()
  const { notOffered } = corrections
  // Another rate sheet may list a rate of a retracted one.
  const isSame = row.was_rate_pa === row.now_rate_pa
  const was =
    row.was_rate_pa === null ? (
      notOffered
    ) : (
      <ReceiptLink
        figure={{ ...row, at: row.published_at }}
        rate={row.was_rate_pa}
        institutionName={row.institution_name}
        places={places}
      />
    )
  const now =
    row.now_rate_pa === null ? notOffered : <Figure value={row.now_rate_pa} places={places} />
  return (
    <tr>
      <th scope="row">{offerText(row, words)}</th>
      <td class="number">{isSame ? was : <del>{was}</del>}</td>
      <td class="number strong">{isSame ? corrections.sameRate : now}</td>
    </tr>
  )
}
