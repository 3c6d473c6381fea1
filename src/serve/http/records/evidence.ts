import type { ConfirmationAge } from '../../../book/query/freshness.ts'
import type { LaterVerifications } from '../../../book/query/receipt/receipt.ts'
import { timeOf } from '../../../domain/entry.ts'
import {
  pageFormats,
  type CapturedPage,
  type Cell,
  type OfferCells,
  type Origin,
  type ReadCell,
  type SourceRef,
} from '../../../domain/origin.ts'
import { field, fieldsOf, recordOf } from './record.ts'
import * as wire from './wire-types.ts'

const exampleDigest = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
/** An instant, with an example from the samples. */
export const instant = (description: string) => wire.instant(description, '2026-06-04T00:00:00Z')
const digest = (description: string) => wire.digest(description, exampleDigest)

/** The source definition by which a sheet was read. */
export const sourceRecord = recordOf<SourceRef>()({
  file: field(
    wire.text('The file of the source definition.', 'lk/peoples-bank.yaml'),
    ({ file }) => file,
  ),
  digest: field(
    digest('The digest of the parts of it that decide how pages are read.'),
    (source) => source.digest,
  ),
})

/** A captured page, and the path at which this server has the captures. */
export const captureRecord = recordOf<
  CapturedPage & { readonly capturesPath: string | undefined }
>()({
  page: field(
    wire.text('The name of the page in the source definition.', 'rates'),
    ({ page }) => page,
  ),
  url: field(
    wire.address('Its address.', 'https://www.peoplesbank.lk/interest-rate'),
    ({ url }) => url,
  ),
  captured_at: field(instant('When it was fetched.'), ({ at }) => at),
  digest: field(digest('SHA-256 of the body, in lower-case hex.'), (page) => page.digest),
  format: field(
    wire.choice(pageFormats, 'The format of the page.', 'html'),
    ({ format }) => format,
  ),
  capture_url: field(
    wire.textOrNull(
      'The path at which this server has the body; null if the operator does not publish captures.',
    ),
    (page) => page.capturesPath && page.capturesPath + page.digest,
  ),
})

/** A cell of a captured page. */
const cellRecord = recordOf<Cell>()({
  address: field(
    wire.text(
      'Where the text stands in the page, as docs/evidence.md explains.',
      '#char=1204,1209',
    ),
    ({ address }) => address,
  ),
  text: field(wire.text('The text that the page prints there.', '8.50%'), ({ text }) => text),
})

/** A cell that a figure, a tenure or an amount was read from. */
const readCellRecord = recordOf<ReadCell>()({
  ...cellRecord.fields,
  decimal: field(
    wire.orNull(
      wire.choice([','], 'The decimal mark.', ','),
      'The decimal mark of the text, if the source definition declares the comma; null for the point.',
    ),
    ({ decimal }) => decimal,
  ),
  means: field(
    wire.textOrNull(
      'What the text means by the source definition, such as `12 months` for “One-year special”; null if the text says it.',
    ),
    ({ means }) => means,
  ),
})

/** The cells of a figure. */
export const cellsRecord = recordOf<OfferCells>()({
  capture: field(
    wire.count('The page: an index of `captures`, from 0.', 0),
    ({ capture = 0 }) => capture,
  ),
  rate: field(readCellRecord, ({ rate }) => rate),
  tenure: field(readCellRecord, ({ tenure }) => tenure),
  column: field(cellRecord, ({ column }) => column),
  aer: field(
    wire.orNull(readCellRecord, 'The cell of the annual effective rate; null if there is none.'),
    ({ annualEffectiveRate }) => annualEffectiveRate,
  ),
  min_deposit: field(
    wire.orNull(readCellRecord, 'The cell of the minimum deposit; null if there is none.'),
    ({ minimumDeposit }) => minimumDeposit,
  ),
  factor: field(
    wire.textOrNull('The factor between the printed text and the rate; null if they are equal.'),
    ({ factor }) => factor,
  ),
})

export const exampleCells = {
  capture: 0,
  rate: { address: '#char=1204,1209', text: '7.25%', decimal: null, means: null },
  tenure: {
    address: '#char=1150,1166',
    text: 'One-year special',
    decimal: null,
    means: '12 months',
  },
  column: { address: '#char=980,991', text: 'At maturity' },
  aer: null,
  min_deposit: null,
  factor: null,
}

/** The date that a page prints, with its cell. */
export const printedDateRecord = recordOf<NonNullable<Origin['printedDate']>>()({
  date: field(wire.day, ({ day }) => day),
  ...fieldsOf(cellRecord, ({ cell }: NonNullable<Origin['printedDate']>) => cell),
})

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

/** A later verification. */
export const verificationRecord = recordOf<NonNullable<LaterVerifications['last']>>()({
  position: field(wire.count('The position of the verification.', 74), ({ position }) => position),
  verified_at: field(instant('When the rate was found unchanged.'), timeOf),
  by_hand: field(
    wire.flag('Whether a person verified it.', false),
    ({ origin }) => origin === undefined,
  ),
  by: field(wire.textOrNull('The name of the person; null if there is none.'), ({ by }) => by),
  capture_digests: field(
    wire.listOf(digest('A digest.'), 'The digests of the captured pages.', [exampleDigest]),
    ({ origin }) => (origin?.captures ?? []).map((page) => page.digest),
  ),
})
