import type { Decimal } from '../../src/domain/decimal.ts'
import type { ReceiptRow } from '../api.ts'
import { formatDay, formatTime, hostOf, toDecimal } from '../format.ts'
import { formatRate } from '../parts/figures.tsx'
import { Link } from '../router.tsx'
import { institutionPath } from '../routes.ts'
import { Fact } from './fact.tsx'
import { PrintedFigure } from './printed-figure.tsx'

/** The figure as the page prints it, and the captures of the page; for a typed figure only its source. */
export function CapturedPage({ receipt }: { readonly receipt: ReceiptRow }) {
  const { cells, captures, source, printed_date: printedDate } = receipt
  const capture = captures[cells?.capture ?? 0]
  return (
    <section>
      <h2>{receipt.by_hand ? 'Where it comes from' : 'On the page'}</h2>
      {cells !== null && (
        <PrintedFigure
          rate={toDecimal(receipt.rate_pa)}
          factor={(cells.factor ?? undefined) as Decimal | undefined}
          column={cells.column.text}
          tenure={cells.tenure.text}
          text={cells.rate.text}
        />
      )}
      <dl class="record">
        <Fact name="Institution">
          <Link to={institutionPath(receipt.institution_id)}>{receipt.institution_name}</Link>
        </Fact>
        <Fact name="Page">
          <a href={receipt.source_url}>{hostOf(receipt.source_url)}</a>
          <small>{receipt.source_url}</small>
        </Fact>
        <Fact name="Read">{formatTime(receipt.scraped_at)}</Fact>
        {captures.map(({ page, url, captured_at, digest, format, capture_url }, index) => (
          <Fact key={index} name={captures.length === 1 ? 'Captured' : `Captured, “${page}”`}>
            {formatTime(captured_at)} as {format.toUpperCase()}
            {capture_url !== null && (
              <>
                {', '}
                <a href={capture_url}>download the captured page</a>
              </>
            )}
            {url !== receipt.source_url && <small>{url}</small>}
            <small>
              SHA-256 <code>{digest}</code>
            </small>
          </Fact>
        ))}
        {cells !== null && (
          <Fact name="Place in the page">
            <code>{cells.rate.address}</code>
            {captures.length > 1 && <small>In “{capture?.page}”</small>}
            {cells.factor !== null && (
              <small>The page prints the rate divided by {cells.factor}.</small>
            )}
          </Fact>
        )}
        {cells !== null && cells.aer !== null && (
          <Fact name="Effective rate">
            {cells.aer.text}
            {receipt.aer !== null && <small>Read as {formatRate(receipt.aer)} % a year</small>}
          </Fact>
        )}
        {cells !== null && cells.min_deposit !== null && (
          <Fact name="Minimum deposit">{cells.min_deposit.text}</Fact>
        )}
        {printedDate !== null && (
          <Fact name="Date on the page">
            {printedDate.text}
            <small>Read as {formatDay(printedDate.date)}</small>
          </Fact>
        )}
        {source !== null && (
          <Fact name="Source definition">
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
