import { timeOf } from '../../../domain/entry.ts'
import type { ConfirmationAge } from '../../../book/query/freshness.ts'
import type { LaterVerifications } from '../../../book/query/receipt/receipt.ts'
import { field, recordOf } from './record.ts'
import { digest, exampleDigest, instant } from './receipt-parts.ts'
import * as wire from './wire-types.ts'

/** How long ago a current offer was confirmed. */
export const confirmationRecord = recordOf<ConfirmationAge>()({
  last_verified_at: field(
    wire.instant(
      'When the offer was last confirmed: the `scraped_at` of the last rate sheet that lists it, or a later verification. `/freshness` has the earliest of an institution.',
    ),
    ({ verifiedAt }) => verifiedAt,
  ),
  days_since_verified: field(
    wire.count('Whole days since then.', 165),
    ({ daysSinceVerified }) => daysSinceVerified,
  ),
  is_stale: field(
    wire.flag(
      'Whether that is longer ago than the institution’s `stale_after_days` × 24 hours.',
      true,
    ),
    ({ isStale }) => isStale,
  ),
  stale_after_days: field(
    wire.count('The number of days after which the rates of the institution are stale.', 7),
    ({ staleAfterDays }) => staleAfterDays,
  ),
})

export const exampleConfirmation = {
  last_verified_at: '2026-06-09T00:00:00Z',
  days_since_verified: 165,
  is_stale: true,
  stale_after_days: 7,
}

/** A later verification. */
export const verificationRecord = recordOf<NonNullable<LaterVerifications['last']>>()({
  position: field(wire.count('The position of the verification.', 69), ({ position }) => position),
  verified_at: field(instant('When the rate was found unchanged.'), timeOf),
  by_hand: field(
    wire.flag('Whether a person verified it.', false),
    ({ origin }) => origin === undefined,
  ),
  by: field(
    wire.orNull(wire.anyText, 'The name of the person; null if there is none.'),
    ({ by }) => by,
  ),
  capture_digests: field(
    wire.listOf(digest('A digest.'), 'The digests of the captured pages.', [exampleDigest]),
    ({ origin }) => (origin?.captures ?? []).map((page) => page.digest),
  ),
})

export const exampleVerification = {
  position: 74,
  verified_at: '2026-06-05T06:00:00Z',
  by_hand: false,
  by: null,
  capture_digests: [exampleDigest],
}
