import { instantText, type Instant } from '../domain/instant.ts'
import { depositOf, tierKeyOf } from '../domain/offer.ts'
import type { CorrectionRecord, Market } from '../market/market.ts'
import type { RateRecord } from '../market/rate-history.ts'
import { lineIdText } from '../query/ids.ts'
import type { WireRow } from './endpoint.ts'
import { depositText, rateText, tenureText } from './schema/fields.ts'

/** History records as rows of `/rates/history`, with details on request, and with the readings of each record if given. */
export function historyRows(
  records: readonly RateRecord[],
  hasDetails: boolean,
  seenAt?: readonly (readonly Instant[])[],
): readonly WireRow[] {
  const changedAt = changedAtText()
  return records.map((record, index) => ({
    institution_id: record.terms.institutionId,
    tenure_months: tenureText(record.terms.tenure),
    prev_rate_pa: rateText(record.previous),
    new_rate_pa: rateText(record.rate),
    direction: record.direction,
    changed_at: changedAt(record),
    ...(hasDetails && {
      ...detailFields(record),
      product_variant: record.terms.variant,
      payout_type: record.terms.payout,
    }),
    ...(seenAt !== undefined && { seen_at: (seenAt[index] ?? []).map(instantText) }),
  }))
}

/** Raises and cuts as rows of `/rates/changes`, with the current name and type of each institution, and details on request. */
export function changeRows(
  records: readonly RateRecord[],
  hasDetails: boolean,
  { institutions }: Market,
): readonly WireRow[] {
  const changedAt = changedAtText()
  return records.map((record) => {
    const { terms } = record
    return {
      ...institutionFields(terms.institutionId, institutions),
      product_variant: terms.variant,
      tenure_months: tenureText(terms.tenure),
      payout_type: terms.payout,
      prev_rate_pa: rateText(record.previous),
      new_rate_pa: rateText(record.rate),
      direction: record.direction,
      changed_at: changedAt(record),
      ...(hasDetails && detailFields(record)),
    }
  })
}

/**
 * A name for each record that stays the same when a correction changes its previous rate, and its direction. The instant and
 * the institution tell a record from one at the same position of another book, or of another past of a restored book.
 */
export function changeNames(records: readonly RateRecord[]): readonly string[] {
  return records.map(({ entry: { position, at }, terms, minimumDeposit }) => {
    const tier = tierKeyOf({ ...terms, minimumDeposit })
    return ['change', position, instantText(at), terms.institutionId, tier].join(' ')
  })
}

/** Corrected figures as rows of `/corrections`, with the current name and type of each institution. */
export function correctionRows(
  records: readonly CorrectionRecord[],
  { institutions }: Market,
): readonly WireRow[] {
  return records.map((record) => {
    const { entry, figure, publishedAt } = record
    return {
      id: correctionId(record),
      ...institutionFields(entry.institutionId, institutions),
      product_variant: figure.variant,
      tenure_months: tenureText(figure.tenure),
      payout_type: figure.payout,
      min_deposit: depositText(depositOf(figure)),
      ...correctionValues(record),
      published_at: instantText(publishedAt),
      corrected_at: instantText(entry.at),
    }
  })
}

/** What `/corrections` and receipts say about a corrected figure. */
export function correctionValues({ entry, figure }: CorrectionRecord): WireRow {
  const { isRetraction, cause } = entry.correction
  return {
    target: figure.of,
    retraction: isRetraction,
    was_rate_pa: figure.was === undefined ? null : rateText(figure.was),
    now_rate_pa: figure.now === undefined ? null : rateText(figure.now),
    cause,
    note: entry.note ?? null,
  }
}

/** A permanent name of each corrected figure. */
export function correctionNames(records: readonly CorrectionRecord[]): readonly string[] {
  return records.map((record) =>
    [
      'correction',
      correctionId(record),
      record.entry.institutionId,
      instantText(record.entry.at),
    ].join(' '),
  )
}

/** The `id` of a corrected figure in `/corrections`. */
export function correctionId({ entry, row }: CorrectionRecord): string {
  return lineIdText({ position: entry.position, line: row })
}

/** The institution of a record, with its current name and type. */
function institutionFields(id: string, institutions: Market['institutions']) {
  const institution = institutions.get(id)?.institution
  if (institution === undefined) throw new Error(`${id} is not registered.`)
  return {
    institution_id: id,
    institution_name: institution.name,
    institution_type: institution.type,
  }
}

/** What `details=true` adds to a record. The times before it are null for the first rate. */
function detailFields(record: RateRecord) {
  const { previousEntry, previousSeenAt, previousWithdrawnAt } = record
  const { readAt, printedDay } = record.entry
  return {
    min_deposit: depositText(record.minimumDeposit),
    prev_min_deposit: depositText(record.previousMinimumDeposit),
    prev_changed_at: previousEntry === undefined ? null : instantText(previousEntry.at),
    prev_seen_at: previousSeenAt === undefined ? null : instantText(previousSeenAt),
    prev_withdrawn_at: previousWithdrawnAt === undefined ? null : instantText(previousWithdrawnAt),
    read_at: readAt === undefined ? null : instantText(readAt),
    printed_date: printedDay ?? null,
  }
}

/** Formats the instant of a record. Neighbouring records often share an entry, and formatting is expensive. */
function changedAtText(): (record: RateRecord) => string {
  let lastEntry: RateRecord['entry'] | undefined
  let text = ''
  return ({ entry }) => {
    if (entry !== lastEntry) {
      lastEntry = entry
      text = instantText(entry.at)
    }
    return text
  }
}
