import { causes } from '../../domain/correction.ts'
import { checkOutcomes } from '../../domain/entry.ts'
import { lineIdPattern } from '../../query/ids.ts'
import * as fields from './fields.ts'
import { institutionFields } from './institution-fields.ts'
import { evidenceId } from './path-parameters.ts'
import { Type } from 'typebox'

const id = Type.String({
  description:
    'The id of the event: the position of its entry, and its line in the entry. Line 0 is the entry itself.',
  pattern: lineIdPattern,
  examples: ['p79-0'],
})
const position = fields.described(
  fields.count('The position of the entry in the book.', 79),
  'The position of the entry in the book.',
  79,
)
const at = fields.described(fields.instant, 'The instant of the entry.', '2026-07-20T00:00:00Z')

/** The fields that begin every event. */
const head = <K extends string>(kinds: readonly K[]) => ({
  id,
  position,
  kind: Type.Enum([...kinds], { description: 'What happened.', examples: [kinds[0]] }),
  at,
  institution_id: fields.institutionId,
})

/** The name of the person who made an entry by hand, and a remark. */
const attribution = {
  by: Type.Optional(
    Type.String({
      description: 'The name of the person who made the entry, if given.',
      examples: ['A. Perera'],
    }),
  ),
  note: Type.Optional(
    Type.String({ description: 'Their remark.', examples: ['The page was down until noon.'] }),
  ),
}
const reason = Type.Optional(
  Type.String({
    description: 'The reason to enter figures in spite of the findings of the gate.',
    examples: ['The bank doubled its rates.'],
  }),
)

const rateOrNone = (description: string, example: string) =>
  Type.Union([fields.rate, Type.Null()], { description, examples: [example] })

const tierFields = {
  product_variant: fields.variant,
  tenure_months: fields.tenure,
  payout_type: fields.payout,
  min_deposit: fields.deposit,
}

const exampleTier = {
  product_variant: 'general',
  tenure_months: '12.00',
  payout_type: 'maturity',
  min_deposit: '0.00',
}

const correctedFigure = fields.record({
  target: fields.count('The position of the rate sheet that has the wrong figure.', 69),
  ...tierFields,
  was_rate_pa: rateOrNone('The wrong rate; null if the sheet withdrew the offer.', '12.500'),
  now_rate_pa: rateOrNone(
    'The right rate; null if there was no such offer. Of a retracted sheet, the rate that stood before the sheet.',
    '15.200',
  ),
})

const institution = fields.record({
  ...institutionFields,
  stale_after_days: fields.count('The rates are stale after more than this many days.', 7),
})

const offer = fields.record({
  product_variant: fields.variant,
  tenure_months: fields.tenure,
  tenure_days: Type.Optional(fields.count('The tenure in days, if the sheet prints days.', 100)),
  payout_type: fields.payout,
  rate_pa: fields.rate,
  min_deposit: Type.Optional(fields.deposit),
  aer: Type.Optional(
    fields.described(fields.rate, 'The annual effective rate, if the sheet prints one.', '8.840'),
  ),
  product: Type.Optional(
    Type.String({
      description: 'The institution’s name of the product.',
      examples: ['Fixed deposit'],
    }),
  ),
  evidence_id: evidenceId,
})

/** The records of `/events`: one for each group of kinds. */
export const eventRecord = Type.Union([
  fields.record({
    ...head(['institution']),
    institution: {
      ...institution,
      description: 'The whole record of the institution, as it was registered by the entry.',
      examples: [
        {
          id: 'peoples-bank',
          name: "People's Bank",
          type: 'bank',
          website: 'https://www.peoplesbank.lk',
          active: true,
          license_type: 'licensed_commercial_bank',
          credit_rating: 'AA-(lka)',
          rating_agency: 'Fitch Ratings',
          rating_updated: '2025-01-23',
          stale_after_days: 7,
        },
      ],
    },
  }),
  fields.record({
    ...head(['sheet']),
    scraped_at: fields.described(
      fields.instant,
      'When the rate sheet was read.',
      '2026-07-20T00:00:00Z',
    ),
    source_url: fields.address(
      'The page that it was read from.',
      'https://www.peoplesbank.lk/interest-rates/',
    ),
    currency: fields.currency,
    complete: Type.Boolean({
      description:
        'Whether the sheet withdraws the offers of the covered variants that it does not list.',
      examples: [true],
    }),
    covers: Type.Array(fields.variant, {
      description: 'The variants that the sheet covers.',
      examples: [['general', 'senior_citizen']],
    }),
    leaves: Type.Array(
      fields.record({
        product_variant: fields.variant,
        tenure_months: fields.tenure,
        payout_type: fields.payout,
      }),
      {
        description:
          'The terms that the sheet leaves alone: it neither confirms nor withdraws them, with all their minimum deposits.',
        examples: [[]],
      },
    ),
    offers: Type.Array(offer, {
      description:
        'The offers that the sheet lists. A field that the sheet does not print is absent.',
      examples: [
        [
          {
            product_variant: 'general',
            tenure_months: '12.00',
            payout_type: 'maturity',
            rate_pa: '8.500',
            evidence_id: 'p71-7',
          },
        ],
      ],
    }),
    sample: Type.Boolean({
      description: 'Whether the sheet is sample data.',
      examples: [true],
    }),
    ...attribution,
    reason,
  }),
  fields.record({
    ...head(['checked']),
    outcome: Type.Optional(
      Type.Enum([...checkOutcomes], {
        description:
          'How the run of a collector ended: `failed` if it could not read the page, `held` if a reviewer must decide about what it read. Absent if a person checked the rates.',
        examples: ['held'],
      }),
    ),
    ...attribution,
  }),
  fields.record({
    ...head(['verified']),
    tiers: Type.Optional(
      Type.Array(fields.record(tierFields), {
        description:
          'The tiers that were found unchanged. Absent if all standing offers of the institution were.',
        examples: [[exampleTier]],
      }),
    ),
    ...attribution,
  }),
  fields.record({
    ...head(['corrected']),
    target: fields.count('The position of the rate sheet that was named as wrong.', 69),
    retraction: Type.Boolean({
      description: 'Whether the whole sheet is retracted: it then counts as never published.',
      examples: [false],
    }),
    cause: Type.Enum([...causes], {
      description: 'The cause of the wrong figures.',
      examples: ['misread'],
    }),
    figures: Type.Array(correctedFigure, {
      description:
        'The wrong figures, each with the right one, of the named sheet and of later ones that repeat the figure. Of a retracted sheet, each offer that it listed or ended.',
      examples: [[{ target: 69, ...exampleTier, was_rate_pa: '12.500', now_rate_pa: '15.200' }]],
    }),
    ...attribution,
    reason,
  }),
  fields.record({
    ...head(['initial', 'up', 'down', 'flat', 'withdrawn']),
    institution_name: fields.institutionName,
    institution_type: fields.institutionType,
    product_variant: fields.variant,
    tenure_months: fields.tenure,
    payout_type: fields.payout,
    prev_rate_pa: fields.described(fields.rate, 'The rate before the change.', '7.500'),
    new_rate_pa: rateOrNone('The rate after the change; null if the offer was withdrawn.', '8.500'),
    direction: Type.Enum(['initial', 'up', 'down', 'flat', 'withdrawn'], {
      description: 'The same as `kind`.',
      examples: ['up'],
    }),
    changed_at: at,
    min_deposit: fields.deposit,
    prev_min_deposit: fields.previousDeposit,
    evidence_id: Type.Union([evidenceId, Type.Null()], {
      description:
        'The id of the published figure that the change leads to; null if the offer was withdrawn.',
      examples: ['p71-7'],
    }),
  }),
])
