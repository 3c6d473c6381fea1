import type { Attribution, Override, Publishing } from '../domain/entry.ts'
import type { CorrectedFigure } from '../domain/correction.ts'
import type { Change } from '../domain/change.ts'
import type { Institution } from '../domain/institution.ts'
import { instantText } from '../domain/instant.ts'
import { depositOf, type Offer, type Tier } from '../domain/offer.ts'
import { eventIdText, evidenceIdText } from '../query/ids.ts'
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
      return {
        ...head,
        ...sheetFields(event.entry),
        sample: event.entry.sample,
        ...attributionFields(event.entry),
      }
    case 'checked': {
      const { outcome, attribution } = event
      return {
        ...head,
        ...(outcome !== undefined && { outcome }),
        ...attributionFields(attribution),
      }
    }
    case 'verified': {
      const { tiers, attribution } = event
      return {
        ...head,
        ...(tiers !== undefined && { tiers: tiers.map(tierFields) }),
        ...attributionFields(attribution),
      }
    }
    case 'corrected': {
      const { of, isRetraction, cause, figures } = event.entry.correction
      return {
        ...head,
        target: of,
        retraction: isRetraction,
        cause,
        figures: figures.map(figureFields),
        ...attributionFields(event.entry),
      }
    }
    case 'initial':
    case 'up':
    case 'down':
    case 'flat':
    case 'withdrawn':
      return {
        ...head,
        ...changeFields(event.change, event.institution, at),
        evidence_id: event.evidence === undefined ? null : evidenceIdText(event.evidence),
      }
    default:
      throw event satisfies never
  }
}

/** The name, the remark and the reason of an entry; each is absent if nobody gave it. */
function attributionFields({ by, note, reason }: Attribution & Override): WireRow {
  return {
    ...(by !== undefined && { by }),
    ...(note !== undefined && { note }),
    ...(reason !== undefined && { reason }),
  }
}

/** A corrected figure; `null` stands for no offer. */
function figureFields(figure: CorrectedFigure): WireRow {
  const { of, was, now } = figure
  return {
    target: of,
    ...tierFields(figure),
    was_rate_pa: was === undefined ? null : rateText(was),
    now_rate_pa: now === undefined ? null : rateText(now),
  }
}

function tierFields(tier: Tier): WireRow {
  return {
    product_variant: tier.variant,
    tenure_months: tenureText(tier.tenure),
    payout_type: tier.payout,
    min_deposit: depositText(depositOf(tier)),
  }
}

function withThreshold(institution: Institution): WireRow {
  return { ...institutionRow(institution), stale_after_days: institution.staleAfterDays }
}

function sheetFields({ position, sheet }: Publishing): WireRow {
  const { scrapedAt, sourceUrl, currency, complete, covers, leaves = [], offers } = sheet
  return {
    scraped_at: instantText(scrapedAt),
    source_url: sourceUrl,
    currency,
    complete,
    covers,
    leaves: leaves.map(({ variant, tenure, payout }) => ({
      product_variant: variant,
      tenure_months: tenureText(tenure),
      payout_type: payout,
    })),
    offers: offers.map((offer, index) => ({
      ...offerFields(offer),
      evidence_id: evidenceIdText({ position, row: index + 1 }),
    })),
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

function changeFields(change: Change, { name, type }: Institution, at: string): WireRow {
  const deposit = depositOf(change)
  const isWithdrawn = change.direction === 'withdrawn'
  const previousDeposit = isWithdrawn ? deposit : (change.previousMinimumDeposit ?? deposit)
  return {
    institution_name: name,
    institution_type: type,
    product_variant: change.variant,
    tenure_months: tenureText(change.tenure),
    payout_type: change.payout,
    prev_rate_pa: rateText(change.previous),
    new_rate_pa: isWithdrawn ? null : rateText(change.rate),
    direction: change.direction,
    changed_at: at,
    min_deposit: depositText(deposit),
    prev_min_deposit: depositText(previousDeposit),
  }
}
