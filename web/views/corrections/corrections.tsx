import { institutionTypes } from '../../../src/domain/institution.ts'
import { tierKeyOf } from '../../../src/domain/offer.ts'
import type { CorrectionRow } from '../../api/api.ts'
import { usePages, type PagedRows } from '../../api/use-pages.ts'
import { useRequest } from '../../api/use-request.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { useQueryReader } from '../../app/query-reader.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import type { Messages } from '../../messages/messages.ts'
import { decimalPlaces, Figure } from '../../parts/figures.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { institutionErrors, InstitutionField, TypeField } from '../../parts/filter-fields.tsx'
import { offerText } from '../../parts/offer-texts.ts'
import { FeedLine, PagedFeed } from '../../parts/paged-feed.tsx'
import { ReceiptLink } from '../../parts/receipt-link.tsx'
import { EmptyState, QueryErrors } from '../../parts/states.tsx'
import { TableHead } from '../../parts/tables.tsx'
import { ViewHeader } from '../../parts/view-header.tsx'
import { tierOf } from '../../rates/format.ts'
import { groupBy } from '../../rates/group-by.ts'
import { allRows, exportTable, type ExportTable } from '../../take-along/export-table.ts'
import { Part } from '../../take-along/part.tsx'

/** About two screens of corrections. */
const pageSize = 50

/** The view of the published figures that were wrong, newest correction first. */
export function CorrectionsView() {
  const { client, messages } = useApp()
  const { corrections, words } = messages
  const reader = useQueryReader()
  const type = reader.optional('type', institutionTypes)
  const institution = reader.text('institution')
  const filter = {
    ...(type !== '' && { type }),
    ...(institution !== '' && { institution_id: institution }),
  }
  const institutions = useRequest('', async (signal) => {
    return (await client.listInstitutions({ active_only: false }, { signal })).rows
  })
  const pages = usePages(JSON.stringify(filter), (signal) =>
    client.pagesOfCorrections({ ...filter, limit: pageSize }, { signal }),
  )
  const loadAll = (at: string) => allRows(client.pagesOfCorrections({ ...filter, known_at: at }))
  const isFiltered = Object.keys(filter).length > 0
  const errors = [
    ...reader.errors(),
    ...institutionErrors(institution, institutions.value, messages),
  ]
  const name = institutions.value?.find(({ id }) => id === institution)?.name ?? institution
  const filterTexts = [type === '' ? [] : words.types[type], name === '' ? [] : name].flat()
  return (
    <>
      <ViewHeader
        kicker={corrections.kicker}
        title={corrections.title}
        heading={headingOf(pages, isFiltered, messages)}
        details={corrections.details}
      />
      <FilterBar>
        <TypeField value={type} />
        <InstitutionField institutions={institutions.value ?? []} type={type} value={institution} />
      </FilterBar>
      <QueryErrors errors={errors} />
      <FeedLine
        path="corrections"
        filter={filter}
        sentence={(feed, list) => corrections.feed({ feed, list })}
      />
      <Part
        id="corrections"
        title={[corrections.all, ...filterTexts].join(', ')}
        table={pages.rows.length === 0 ? undefined : correctionsExport(loadAll, messages)}
      >
        <PagedFeed
          pages={pages}
          background={institutions}
          showOlder={corrections.showOlder}
          noOlder={isFiltered ? corrections.noOlderFiltered : corrections.noOlder}
          empty={
            <EmptyState title={isFiltered ? corrections.noneFilteredTitle : corrections.noneTitle}>
              {isFiltered ? corrections.noneFilteredText : corrections.noneText}
            </EmptyState>
          }
        >
          {(rows) =>
            [...groupBy(rows, (row) => row.corrected_at.slice(0, 10))].map(([day, figures]) => (
              <CorrectionsOfDay key={day} day={day} figures={figures} />
            ))
          }
        </PagedFeed>
      </Part>
    </>
  )
}

function headingOf(
  { rows, isEnd, isLoading }: PagedRows<CorrectionRow>,
  isFiltered: boolean,
  { corrections, words }: Messages,
): string {
  const [newest] = rows
  if (newest !== undefined) return corrections.lastOn({ day: words.day(newest.corrected_at) })
  return isFiltered || isLoading || !isEnd ? corrections.heading : corrections.nothingYet
}

/** The corrected figures as a table that readers take along. */
function correctionsExport(
  load: (at: string) => Promise<readonly CorrectionRow[]>,
  messages: Messages,
): ExportTable {
  const { corrections, words } = messages
  return exportTable<CorrectionRow>(
    [
      ['correctionId', (row) => row.id],
      ['correctedAt', (row) => row.corrected_at],
      ['publishedAt', (row) => row.published_at],
      ['institutionId', (row) => row.institution_id],
      ['institution', (row) => row.institution_name],
      ['type', (row) => words.typeNouns[row.institution_type]],
      ['variant', (row) => words.variants[row.product_variant]],
      ['tenure', (row) => row.tenure_months],
      ['tenureTo', (row) => row.tenure_to_months],
      ['payout', (row) => words.payouts[row.payout_type]],
      ['minimum', (row) => row.min_deposit],
      ['publishedRate', (row) => row.was_rate_pa],
      ['rightRate', (row) => row.now_rate_pa],
      ['isRetraction', (row) => (row.retraction ? words.yes : words.no)],
      ['cause', (row) => corrections.causes[row.cause]],
      ['causeNote', (row) => row.note],
    ],
    load,
    messages,
  )
}

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
