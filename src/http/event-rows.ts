import type { Change } from '../domain/change.ts'
import type { Institution } from '../domain/institution.ts'
import { instantText } from '../domain/instant.ts'
import { depositOf, type Offer } from '../domain/offer.ts'
import type { Sheet } from '../domain/sheet.ts'
import { eventIdText } from '../query/event-id.ts'
import type { BookEvent } from '../query/events.ts'
import type { WireRow } from './endpoint.ts'
import { depositText, rateText, tenureText } from './schema/fields.ts'
import { institutionRow } from './schema/institution-fields.ts'

/** An event as a record of `/events`. */
export function eventRow(event: BookEvent): WireRow {
  const { position, line, kind, institutionId } = event
  const at = instantText(event.at)
  const head = {
    id: eventIdText({ position, line }),
    position,
    kind,
    at,
    institution_id: institutionId,
  }
  switch (event.kind) {
    case 'institution':
      return { ...head, institution: withThreshold(event.institution) }
    case 'sheet':
      return { ...head, ...sheetFields(event.sheet), sample: event.sample }
    case 'checked':
    case 'verified':
      return head
    case 'initial':
    case 'up':
    case 'down':
    case 'flat':
    case 'withdrawn':
      return { ...head, ...changeFields(event.change, event.institution), changed_at: at }
    default:
      throw event satisfies never
  }
}

function withThreshold(institution: Institution): WireRow {
  return { ...institutionRow(institution), stale_after_days: institution.staleAfterDays }
}

function sheetFields({ scrapedAt, sourceUrl, currency, complete, covers, offers }: Sheet): WireRow {
  return {
    scraped_at: instantText(scrapedAt),
    source_url: sourceUrl,
    currency,
    complete,
    covers,
    offers: offers.map(offerFields),
  }
}

/** An offer as the sheet printed it: what the sheet does not state is left out. */
function offerFields(offer: Offer): WireRow {
  const { variant, tenure, tenureDays, payout, rate, minimumDeposit, product } = offer
  const { annualEffectiveRate: aer } = offer
  return {
    product_variant: variant,
    tenure_months: tenureText(tenure),
    ...(tenureDays !== undefined && { tenure_days: tenureDays }),
    payout_type: payout,
    rate_pa: rateText(rate),
    ...(minimumDeposit !== undefined && { min_deposit: depositText(minimumDeposit) }),
    ...(aer !== undefined && { aer: rateText(aer) }),
    ...(product !== undefined && { product }),
  }
}

function changeFields(change: Change, { name, type }: Institution): WireRow {
  const deposit = depositOf(change)
  const isWithdrawn = change.direction === 'withdrawn'
  const previousDeposit = isWithdrawn ? deposit : (change.previousMinimumDeposit ?? deposit)
  return {
    institution_name: name,
    institution_type: type,
    product_variant: change.variant,
    tenure_months: tenureText(change.tenure),
    payout_type: change.payout,
    min_deposit: depositText(deposit),
    prev_min_deposit: depositText(previousDeposit),
    prev_rate_pa: rateText(change.previous),
    new_rate_pa: isWithdrawn ? null : rateText(change.rate),
    direction: change.direction,
  }
}
