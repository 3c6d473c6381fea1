import type { ComponentChildren } from 'preact'
import type { Decimal } from '../../../src/domain/decimal.ts'
import { hostOf } from '../../../src/domain/institution.ts'
import type { ReceiptRow } from '../../api/api.ts'
import { useApp, useMessages } from '../../app/app-context.ts'
import { Link } from '../../app/router.tsx'
import { institutionPath } from '../../app/routes.ts'
import { formatRate } from '../../parts/figures.tsx'
import { minimumText, tenureText } from '../../parts/offer-texts.ts'
import { toDecimal } from '../../rates/format.ts'
import { splitAtFigure, type DecimalMark } from './split-at-figure.ts'

/** The figure as the page prints it, and the captures of the page; for a typed figure only its source. */
export function CapturedPage({ receipt }: { readonly receipt: ReceiptRow }) {
  const { timeZone, messages } = useApp()
  const { receipt: texts, words } = messages
  const { page: names } = texts
  const { cells, captures, source, printed_date: printedDate } = receipt
  const capture = captures[cells?.capture ?? 0]
  return (
    <section>
      <h2>{receipt.by_hand ? names.headingTyped : names.heading}</h2>
      {cells !== null && (
        <PrintedFigure
          rate={toDecimal(receipt.rate_pa)}
          factor={(cells.factor ?? undefined) as Decimal | undefined}
          column={cells.column.text}
          tenure={cells.tenure.text}
          text={cells.rate.text}
          decimal={cells.rate.decimal ?? '.'}
        />
      )}
      <dl class="record">
        <Fact name={names.institution}>
          <Link to={institutionPath(receipt.institution_id)}>{receipt.institution_name}</Link>
        </Fact>
        <Fact name={names.page}>
          <a href={receipt.source_url}>{hostOf(receipt.source_url)}</a>
          <small>{receipt.source_url}</small>
        </Fact>
        <Fact name={names.read}>{words.time(receipt.scraped_at, timeZone)}</Fact>
        {captures.map(({ page, url, captured_at, digest, format, capture_url }, index) => (
          <Fact
            key={index}
            name={captures.length === 1 ? names.captured : names.capturedPage({ name: page })}
          >
            {names.capturedAs({
              time: words.time(captured_at, timeZone),
              format: format.toUpperCase(),
            })}
            {capture_url !== null && (
              <>
                {', '}
                <a href={capture_url}>{names.download}</a>
              </>
            )}
            {url !== receipt.source_url && <small>{url}</small>}
            <small>
              SHA-256 <code>{digest}</code>
            </small>
          </Fact>
        ))}
        {cells !== null && (
          <Fact name={names.place}>
            <code>{cells.rate.address}</code>
            {captures.length > 1 && <small>{names.placeIn({ name: capture?.page ?? '' })}</small>}
            {cells.factor !== null && <small>{names.factor({ factor: cells.factor })}</small>}
            {cells.rate.decimal !== null && <small>{names.decimalComma}</small>}
          </Fact>
        )}
        {cells !== null && cells.tenure.means !== null && (
          <Fact name={names.tenure}>
            {cells.tenure.text}
            <small>{names.meansBySource({ meaning: tenureText(receipt, words) })}</small>
          </Fact>
        )}
        {cells !== null && cells.aer !== null && (
          <Fact name={names.effectiveRate}>
            {cells.aer.text}
            {receipt.aer !== null && (
              <small>{names.readAsRate({ rate: formatRate(receipt.aer) })}</small>
            )}
          </Fact>
        )}
        {cells !== null && cells.min_deposit !== null && (
          <Fact name={names.minimum}>
            {cells.min_deposit.text}
            {cells.min_deposit.means !== null && (
              <small>
                {names.meansBySource({ meaning: minimumText(receipt.min_deposit, words) })}
              </small>
            )}
          </Fact>
        )}
        {printedDate !== null && (
          <Fact name={names.date}>
            {printedDate.text}
            <small>{names.readAsDay({ day: words.day(printedDate.date) })}</small>
          </Fact>
        )}
        {source !== null && (
          <Fact name={names.source}>
            {source.file}
            <small>
              SHA-256 <code>{source.digest}</code>
            </small>
          </Fact>
        )}
      </dl>
    </section>
  )
}

type PrintedFigureProps = {
  readonly rate: Decimal
  /** The factor between the printed number and the rate. */
  readonly factor: Decimal | undefined
  /** The printed texts of the cells. */
  readonly column: string
  readonly tenure: string
  readonly text: string
  readonly decimal: DecimalMark
}

/** The figure as it stands on the page: the heading above it, the tenure beside it, and the number marked in its text. */
function PrintedFigure({ rate, factor, column, tenure, text, decimal }: PrintedFigureProps) {
  const { receipt } = useMessages()
  const parts = splitAtFigure(text, rate, { factor, decimal })
  return (
    <table class="printed">
      <caption class="visually-hidden">{receipt.page.printed}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{column}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{tenure}</th>
          <td>
            {parts === undefined ? (
              text
            ) : (
              <>
                {parts.before}
                <mark>{parts.figure}</mark>
                {parts.after}
              </>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

type FactProps = { readonly name: string; readonly children: ComponentChildren }

/** One line of a receipt, for a `dl` of class `record`. */
export function Fact({ name, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
