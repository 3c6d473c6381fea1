import type { Market } from '../../market/market.ts'
import { about, sampleNotice } from '../docs/openapi.ts'

/** What a model is told of the service before it asks. */
export function instructionsOf({ sample }: Market): string {
  return [
    ...(sample ? [sampleNotice] : []),
    about,
    'Name the source of a figure (`source_url`) and when it was last confirmed (`last_verified_at`); say so where `is_stale` is true.',
    'Rates are nominal percent per annum: compare them at the same tenure and payout only.',
    'Institutions are named by identifiers, which `list_institutions` has.',
  ].join(' ')
}
