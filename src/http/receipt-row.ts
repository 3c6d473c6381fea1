import type { Cell, OfferCells, CapturedPage, Origin, SourceRef } from '../domain/origin.ts'
import { instantText } from '../domain/instant.ts'
import { depositOf } from '../domain/offer.ts'
import { evidenceIdText } from '../query/ids.ts'
import type { LaterVerifications, Receipt, NamedCorrection } from '../query/receipt/receipt.ts'
import type { Review } from '../query/receipt/reviews.ts'
import type { WireRow } from './endpoint.ts'
import { correctionId, correctionValues } from './rows.ts'
import { depositText, rateText, tenureText } from './schema/fields.ts'

/** What the book and the settings of the server add to a receipt. */
type ReceiptDetails = {
  readonly cells: OfferCells | undefined
  /** The digest of the book at the position of the sheet. */
  readonly digest: string
  readonly capturesPath: string | undefined
}

/** A receipt as the record of `/evidence/{id}`. */
export function receiptRow(receipt: Receipt, details: ReceiptDetails): WireRow {
  const { id, institution, entry, offer, verifications, standing, standingRate } = receipt
  const { sheet, origin } = entry
  const { maker } = receipt
  const { annualEffectiveRate: aer } = offer
  const { last } = verifications
  return {
    id: evidenceIdText(id),
    institution_id: institution.id,
    institution_name: institution.name,
    product_variant: offer.variant,
    tenure_months: tenureText(offer.tenure),
    tenure_days: offer.tenureDays ?? null,
    payout_type: offer.payout,
    min_deposit: depositText(depositOf(offer)),
    rate_pa: rateText(offer.rate),
    aer: aer === undefined ? null : rateText(aer),
    product: offer.product ?? null,
    currency: sheet.currency,
    position: id.position,
    entry_digest: details.digest,
    published_at: instantText(entry.at),
    scraped_at: instantText(sheet.scrapedAt),
    source_url: sheet.sourceUrl,
    sample: entry.sample,
    by_hand: origin === undefined,
    edited: maker?.isEdit === true,
    by: maker?.by ?? null,
    by_name: maker?.name ?? null,
    reason: maker?.reason ?? entry.reason ?? null,
    note: maker?.note ?? entry.note ?? null,
    source: origin === undefined ? null : sourceRow(origin.source),
    captures: receipt.captures.map((page) => captureRow(page, details.capturesPath)),
    unread: receipt.isUnread,
    cells: details.cells === undefined ? null : cellsRow(details.cells),
    printed_date: printedDateRow(origin),
    findings: receipt.findings.map(({ rule, message }) => ({ rule, message })),
    decisions: receipt.reviews.map(reviewRow),
    verification_count: verifications.count,
    last_verification: last === undefined ? null : verificationRow(last),
    corrections: receipt.corrections.map(correctionRow),
    retracted: receipt.isRetracted,
    stands: receipt.stands,
    standing_id: standing === undefined ? null : evidenceIdText(standing),
    standing_rate_pa: standingRate === undefined ? null : rateText(standingRate),
  }
}

/** The same order of fields, in whichever order the book stores them. */
function sourceRow({ file, digest }: SourceRef): WireRow {
  return { file, digest }
}

function captureRow({ page, url, at, digest, format }: CapturedPage, path?: string): WireRow {
  return {
    page,
    url,
    captured_at: instantText(at),
    digest,
    format,
    capture_url: path === undefined ? null : path + digest,
  }
}

function cellsRow(cells: OfferCells): WireRow {
  const { capture = 0, rate, tenure, column, annualEffectiveRate, minimumDeposit, factor } = cells
  return {
    capture,
    rate: cellRow(rate),
    tenure: cellRow(tenure),
    column: cellRow(column),
    aer: annualEffectiveRate === undefined ? null : cellRow(annualEffectiveRate),
    min_deposit: minimumDeposit === undefined ? null : cellRow(minimumDeposit),
    factor: factor ?? null,
  }
}

function cellRow({ address, text }: Cell): WireRow {
  return { address, text }
}

function printedDateRow(origin: Origin | undefined): WireRow | null {
  if (origin?.printedDate === undefined) return null
  const { day, cell } = origin.printedDate
  return { date: day, ...cellRow(cell) }
}

function reviewRow({ decision, name }: Review): WireRow {
  return {
    reviewer_id: decision.by,
    reviewer_name: name,
    decision: decision.decision,
    decided_at: instantText(decision.at),
    note: decision.note ?? null,
  }
}

function verificationRow({
  position,
  at,
  by,
  origin,
}: NonNullable<LaterVerifications['last']>): WireRow {
  return {
    position,
    verified_at: instantText(at),
    by_hand: origin === undefined,
    by: by ?? null,
    capture_digests: (origin?.captures ?? []).map(({ digest }) => digest),
  }
}

function correctionRow(record: NamedCorrection): WireRow {
  const { at, by } = record.entry
  return {
    id: correctionId(record),
    ...correctionValues(record),
    corrected_at: instantText(at),
    by: by ?? null,
    by_name: record.name ?? null,
  }
}
