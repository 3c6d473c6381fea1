import { type Static, Type } from 'typebox'
import { limitNames } from '../../domain/gate-limits.ts'
import { institutionIdPattern } from '../../domain/institution.ts'
import { dateSchema, pageSchema } from './source/page-schema.ts'
import { tableSchema } from './source/table-schema.ts'
import { because, closed, decimal, headings, tenure, text } from './source/words.ts'

const tenures = (description: string) =>
  Type.Optional(Type.Array(tenure, { minItems: 1, description }))

const tenuresByPayout = Type.Object(
  {
    maturity: tenures('The tenures with interest at maturity.'),
    monthly: tenures('The tenures with monthly interest.'),
    quarterly: tenures('The tenures with quarterly interest.'),
    annual: tenures('The tenures with annual interest.'),
  },
  { ...closed, minProperties: 1 },
)

const byVariant = Type.Optional(tenuresByPayout)

const expects = Type.Union(
  [
    tenuresByPayout,
    Type.Object(
      {
        general: byVariant,
        senior_citizen: byVariant,
        women: byVariant,
        digital: byVariant,
        minor: byVariant,
      },
      { ...closed, minProperties: 1 },
    ),
  ],
  {
    description:
      'The tenures that the page lists, by payout, or by variant and payout. Without a variant they are of `general`. A tenure that is gone holds the sheet.',
  },
)

const ignore = Type.Union(
  [
    text('A heading of tables that are not read.'),
    Type.Object(
      {
        table: Type.Union([
          headings('The headings of tables that are not read.'),
          Type.Integer({
            minimum: 1,
            description:
              'The number of a table without a heading, as `ratebook source try` numbers the tables of the page.',
          }),
        ]),
        page: Type.Optional(text('The page of the numbered table; the first one if absent.')),
        because,
      },
      closed,
    ),
    Type.Object(
      { column: text('The heading of a column, in any table that is read.'), because },
      closed,
    ),
    Type.Object(
      {
        row: text(
          'The first text of a row, or its tenure, in any table that is read. Such rows may also stand above the headings.',
        ),
        because,
      },
      closed,
    ),
  ],
  { description: 'Something on the page that is left out. A bare text is a heading of tables.' },
)

const misprint = Type.Object(
  {
    terms: text(
      'Variant, tenure and payout, and the minimum deposit if there is one: `general 24 maturity`.',
    ),
    aer: decimal('The AER that the page prints.'),
    until: Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'The last day on which this line applies.',
    }),
    because,
  },
  { ...closed, description: 'An AER that the page prints wrongly.' },
)

/** The schema of a source definition, in the words of its file. `sources/schema.json` is made from it. */
export const sourceSchema = Type.Object(
  {
    institution: Type.String({
      pattern: institutionIdPattern,
      maxLength: 64,
      description: 'The id of the institution in the book.',
    }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'The currency of the rates, ISO 4217.',
    }),
    language: Type.Optional(
      Type.String({
        pattern: '^[a-z]{2,3}$',
        description:
          'The language of the pages, such as `de`. Needed only where a word means two things in two languages.',
      }),
    ),
    timezone: text('The time zone of the schedule, such as `Africa/Nairobi`.'),
    schedule: text('When a run is due, as a cron expression.'),
    verified_live: Type.Boolean({
      description: 'Whether a person has compared a run with the live page.',
    }),
    hosts: Type.Optional(
      Type.Array(text('A host name.'), {
        description: 'Other hosts that the pages may redirect to.',
      }),
    ),
    pages: Type.Array(pageSchema, { minItems: 1, description: 'The pages to fetch.' }),
    compare: Type.Optional(
      Type.Array(Type.Array(text('The name of a page.'), { minItems: 2, maxItems: 2 }), {
        description:
          'Pairs of pages that must agree. The offers are those of the first page; each figure of the second is compared with it.',
      }),
    ),
    date: Type.Optional(dateSchema),
    empty: Type.Array(Type.String(), {
      description:
        'The texts of cells that mean "not offered". For JSON, `null` is the text `null`.',
      examples: [['', '-', '–', 'N/A']],
    }),
    aer: Type.Optional(
      Type.Object(
        {
          formula: Type.Literal('compound', {
            description: 'How the page computes its AER. There is no other formula.',
          }),
          periods_per_year: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 366,
              description:
                'How often interest is compounded in a year, whatever the payout. Without it, as often as it is paid.',
            }),
          ),
          tolerance: decimal('The largest difference from the computed AER, in percent.'),
        },
        closed,
      ),
    ),
    gate: Type.Optional(
      Type.Partial(
        // The limit of the AER is `aer.tolerance`.
        Type.Omit(
          Type.Record(
            Type.Enum([...limitNames]),
            Type.Object({ value: decimal('The limit.'), because }, closed),
          ),
          ['aer_tolerance'],
        ),
        {
          ...closed,
          minProperties: 1,
          description: 'Limits of the gate for this source, in place of those of the book.',
          examples: [{ lowest_rate: { value: '0.01', because: 'usual in Japan' } }],
        },
      ),
    ),
    tables: Type.Array(tableSchema, { minItems: 1, description: 'The tables to read.' }),
    ignore: Type.Optional(Type.Array(ignore)),
    misprints: Type.Optional(Type.Array(misprint)),
    expects,
  },
  closed,
)

/** The definition of a source: the pages of one institution, and how its rates are read. */
export type SourceDefinition = Static<typeof sourceSchema>
