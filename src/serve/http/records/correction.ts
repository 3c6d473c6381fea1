import { Type } from 'typebox'
import type { CorrectionRecord } from '../../../book/market/market.ts'
import { lineIdPattern, lineIdText } from '../../../book/query/ids.ts'
import { causes } from '../../../domain/change.ts'
import { instantText } from '../../../domain/instant.ts'
import type { Institution } from '../../../domain/institution.ts'
import { depositOf } from '../../../domain/offer.ts'
import { institutionOfRecord } from './institution.ts'
import { field, fieldsOf, recordOf } from './record.ts'
import { rangeRecord } from './tier.ts'
import * as wire from './wire-types.ts'

/** What `/corrections` and receipts say about a corrected figure. */
export const correctionValues = recordOf<CorrectionRecord>()({
  target: field(
    wire.count('The position of the rate sheet that has the wrong figure.', 69),
    ({ figure }) => figure.of,
  ),
  retraction: field(
    wire.flag('Whether the whole rate sheet was retracted.', false),
    ({ entry }) => entry.correction.isRetraction,
  ),
  was_rate_pa: field(
    wire.orNull(
      wire.rate,
      'The rate of the sheet, as corrected before; null if the sheet withdrew the offer or a correction took it out.',
      '7.250',
    ),
    ({ figure }) => figure.was,
  ),
  now_rate_pa: field(
    wire.orNull(
      wire.rate,
      'The right rate; null if there was no such offer. Of a retracted sheet, the rate that stood before the sheet: equal to `was_rate_pa` if the sheet did not change it.',
      '7.200',
    ),
    ({ figure }) => figure.now,
  ),
  cause: field(
    wire.choice(causes, 'The cause of the wrong figure.', 'misread'),
    ({ entry }) => entry.correction.cause,
  ),
  note: field(
    wire.textOrNull(
      'A remark of the person who corrected it; null if there is none.',
      'An example: the samples contain no correction.',
    ),
    ({ entry }) => entry.note,
  ),
})

/** A corrected figure, and its institution as registered now. */
type MarketCorrection = CorrectionRecord & { readonly institution: Institution }

/** A record of `/corrections`. */
export const correctionRecord = recordOf<MarketCorrection>()({
  id: field(
    {
      schema: Type.String({
        description:
          'The id of the record: the position of the correction, and the place of the figure in it, from 1.',
        pattern: lineIdPattern,
        examples: ['p80-1'],
      }),
      write: correctionId,
    },
    (record: MarketCorrection) => record,
  ),
  ...fieldsOf(institutionOfRecord, ({ institution }: MarketCorrection) => institution),
  ...fieldsOf(rangeRecord, ({ figure }: MarketCorrection) => figure),
  min_deposit: field(
    wire.described(
      wire.deposit,
      'The minimum deposit of the offer; `0.00` if none is stated.',
      '0.00',
    ),
    ({ figure }) => depositOf(figure),
  ),
  ...correctionValues.fields,
  published_at: field(
    wire.instant('When the wrong figure was published.', '2026-06-04T00:00:00Z'),
    (record) => record.publishedAt,
  ),
  corrected_at: field(
    wire.instant('When it was corrected.', '2026-07-20T00:00:00Z'),
    ({ entry }) => entry.at,
  ),
})

/** A permanent name of each corrected figure. */
export function correctionNames(records: readonly CorrectionRecord[]): readonly string[] {
  return records.map((record) => {
    const { institutionId, at } = record.entry
    return ['correction', correctionId(record), institutionId, instantText(at)].join(' ')
  })
}

/** The `id` of a corrected figure in `/corrections`. */
export function correctionId({ entry, row }: CorrectionRecord): string {
  return lineIdText({ position: entry.position, line: row })
}
