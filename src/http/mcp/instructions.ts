import type { Market } from '../../market/market.ts'
import { about, sampleNotice } from '../docs/openapi.ts'

/** The description of the service that a model reads before its first call. */
export function instructionsOf({ sample }: Market): string {
  return [
    ...(sample ? [sampleNotice] : []),
    about,
    'Name the source of a figure (`source_url`) and when it was last confirmed (`last_verified_at`); say so where `is_stale` is true.',
    'Rates are nominal percent per annum: compare them at the same tenure and payout only.',
    '`list_institutions` has the identifiers of the institutions.',
  ].join(' ')
}
