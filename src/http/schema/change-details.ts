import type { TSchema } from 'typebox'
import { day, deposit, described, instant, payout, previousDeposit, variant } from './fields.ts'
import { Type } from 'typebox'

/** Adds to the description of a field that only `details=true` requests it. */
const detail = <T extends TSchema & { readonly description?: string }>(field: T) =>
  Type.Optional({
    ...field,
    description: `${field.description} Only with \`details=true\`. The specification does not have this field.`,
  })

const instantOrNull = (description: string, example: string | null) =>
  detail(described(Type.Union([instant, Type.Null()]), description, example))

/** The fields of a history record or change that the specification does not have. */
export const changeDetails = {
  min_deposit: detail(deposit),
  prev_min_deposit: detail(previousDeposit),
  prev_changed_at: instantOrNull(
    'When the previous rate was published: `changed_at` of the record before this one of the same tier. Null if `direction` is `initial`.',
    '2025-09-09T00:00:00Z',
  ),
  prev_seen_at: instantOrNull(
    'When the previous rate was last confirmed before this change: when the last rate sheet that lists it was read, or a later verification; for an offer that was withdrawn and returned, before the withdrawal. Null if `direction` is `initial`, and in the history after a wrong rate, which nobody read.',
    '2025-09-09T00:00:00Z',
  ),
  prev_withdrawn_at: instantOrNull(
    'When the offer was withdrawn after the previous rate was last seen: the instant of the first rate sheet or correction that withdrew it. Null if the offer was not withdrawn before this change, and if `direction` is `initial`. In `/rates/changes`, retracted sheets withdrew nothing.',
    null,
  ),
  read_at: instantOrNull(
    'When the new rate was read: `scraped_at` of the rate sheet that brought it, which a person may have typed or approved later. Null for a correction, which nobody read.',
    '2026-06-09T00:00:00Z',
  ),
  printed_date: detail(
    described(
      Type.Union([day, Type.Null()]),
      'The day that the page printed beside its rates, such as “w.e.f. 18 November”. Null if the source definition names no such date, for a typed sheet, and for a correction.',
      null,
    ),
  ),
}

/** The same of a history record. The specification gives it neither a variant nor a payout. */
export const historyDetails = {
  ...changeDetails,
  product_variant: detail(variant),
  payout_type: detail(payout),
}
