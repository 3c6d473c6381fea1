import { TableHead } from '../../parts/tables.tsx'
import { tierKeyOf } from '../../../src/domain/offer.ts'
import type { CorrectionRow } from '../../api/api.ts'
import { useMessages } from '../../app/app-context.ts'
import { decimalPlaces, Figure } from '../../parts/figures.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { tierOf } from '../../rates/format.ts'
import { groupBy } from '../../rates/group-by.ts'

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
        <caption class="visually-hidden">{corrections.tableOf({ day: words.day(day) })}</caption>
        <TableHead
          heads={[
            [corrections.head.terms],
            [corrections.head.was, 'number'],
            [corrections.head.now, 'number'],
          ]}
        />
        {[...byEntry].map(([position, rows]) => (
          <tbody key={position}>
            <CorrectionHead rows={rows} />
            {/* Several sheets may repeat the wrong figure of one tier. */}
            {[...groupBy(rows, (row) => tierKeyOf(tierOf(row)))].map(([key, sheets]) => (
              <CorrectionFigure key={key} sheets={sheets} places={places} />
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

/** The figures of one correction, that of the last sheet first. */
type Rows = readonly [CorrectionRow, ...CorrectionRow[]]

/** What the figures of one correction have in common. */
function CorrectionHead({ rows }: { readonly rows: Rows }) {
  const { corrections, words } = useMessages()
  const [first] = rows
  const [from, until, corrected] = [
    words.day((rows.at(-1) ?? first).published_at),
    words.day(first.published_at),
    words.day(first.corrected_at),
  ]
  const days =
    from === until
      ? corrections.publishedOn({ first: from, corrected })
      : corrections.publishedFrom({ first: from, last: until, corrected })
  return (
    <tr>
      <th scope="rowgroup" colSpan={3} class="institution">
        <span translate={false}>
          <Link to={institutionPath(first.institution_id)}>{first.institution_name}</Link>
        </span>
        <span class="explanation">
          {first.retraction && <strong>{corrections.retracted} </strong>}
          {corrections.causes[first.cause]} {first.note !== null && <q>{first.note}</q>} {days}
        </span>
      </th>
    </tr>
  )
}

type CorrectionFigureProps = { readonly sheets: Rows; readonly places: number }

/** A tier with its wrong and right rate, and in how many sheets it was wrong. The first of these has the receipt. */
function CorrectionFigure({ sheets, places }: CorrectionFigureProps) {
  const { corrections, words } = useMessages()
  const { notOffered } = corrections
  const row = sheets.at(-1) ?? sheets[0]
  // A retracted sheet may have repeated the rate before it.
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
      <th scope="row">
        {offerText(row, words)}{' '}
        {sheets.length > 1 && <small>{corrections.inSheets({ count: sheets.length })}</small>}
      </th>
      <td class="number">{isSame ? was : <del>{was}</del>}</td>
      <td class="number strong">{now}</td>
    </tr>
  )
}
