import { type Static, Type } from 'typebox'
import { tenureUnits } from '../words/tenure.ts'
import {
  because,
  closed,
  decimal,
  decimalMark,
  headings,
  ignored,
  payout,
  tenure,
  text,
  variant,
} from './words.ts'

const value = Type.Union([
  text(
    'What the word means: a payout, a variant, a unit, an amount, a currency or the name of a product.',
  ),
  ignored,
  Type.Object(
    { unstated: because },
    { ...closed, description: 'The word says nothing; another column of the row says it.' },
  ),
])

/** The schema of the meaning of a column. */
export const roleSchema = Type.Union([
  Type.Literal('tenure', { description: 'The column of the tenures.' }),
  ignored,
  Type.Object(
    {
      is: Type.Optional(
        Type.Enum(
          [
            'rate',
            'aer',
            'tenure',
            'tenure_unit',
            'payout',
            'variant',
            'min_deposit',
            'product',
            'currency',
          ],
          {
            description:
              'What the cells hold; `rate` if absent. Several columns may be `tenure` or `payout`: if they disagree, the sheet is held.',
          },
        ),
      ),
      payout: Type.Optional(
        Type.Union(
          [payout('The payout of these rates.'), Type.Array(payout('A payout.'), { minItems: 2 })],
          {
            description: 'The payout of these rates. A list makes an offer for each.',
          },
        ),
      ),
      variant: Type.Optional(variant('The variant of these rates.')),
      min_deposit: Type.Optional(decimal('The minimum deposit of these rates.')),
      product: Type.Optional(text('The product of these rates.')),
      unit: Type.Optional(
        Type.Enum([...tenureUnits], {
          description: 'The unit of tenures that are bare numbers.',
        }),
      ),
      decimal: decimalMark,
      continues: Type.Optional(
        Type.Boolean({
          description: 'True if a blank cell has the text of the cell above it, in the row before.',
        }),
      ),
      values: Type.Optional(
        Type.Record(text('A text of a cell.'), value, {
          description:
            'The words of the page, and what they mean. A word that is not listed ends the read, unless it is an amount in a column of minimum deposits. `ignore` leaves the row out.',
          examples: [{ 'At maturity': 'maturity', 'Half yearly': { ignore: 'no such payout' } }],
        }),
      ),
      cell: Type.Optional(
        text(
          'The form of a cell that holds more than the rate: `{rate}`, `{aer}` and the words between them.',
        ),
      ),
      because: Type.Optional(because),
    },
    { ...closed, description: 'What the cells of a column hold, and what holds for all of them.' },
  ),
])

/** The schema of the meaning of a row label. */
const rowRole = Type.Union([
  ignored,
  Type.Object(
    {
      tenure: Type.Optional(tenure),
      variant: Type.Optional(variant('The variant of these rows.')),
      payout: Type.Optional(payout('The payout of these rows.')),
      min_deposit: Type.Optional(decimal('The minimum deposit of these rows.')),
      product: Type.Optional(text('The product of these rows.')),
      because: Type.Optional(because),
    },
    closed,
  ),
])

const relabel = Type.Object(
  {
    where: Type.Record(
      text('A column.'),
      Type.Union([
        text('A text of a cell.'),
        Type.Array(text('A text of a cell.'), { minItems: 1 }),
      ]),
      { description: 'The rows: for each column, the texts of its cells.', minProperties: 1 },
    ),
    payout: Type.Optional(payout('The payout instead.')),
    variant: Type.Optional(variant('The variant instead.')),
    product: Type.Optional(text('The product instead.')),
    because,
  },
  { ...closed, description: 'Rows that the page labels wrongly.' },
)

/** The schema of a table. */
export const tableSchema = Type.Object(
  {
    page: Type.Optional(text('The page; the first one if absent.')),
    under: Type.Optional(
      headings(
        'A heading, caption, tab label or text right above the table; for JSON a key or a string on its path. `*` stands for any text. Of several definitions, the one with the nearest heading reads the table.',
      ),
    ),
    header_rows: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description:
          'How many rows at the top are headings; 1 if absent. With 0 the columns are called `1`, `2`, `3`. A title row over the full width counts as a heading of the table, not as one of these.',
      }),
    ),
    transposed: Type.Optional(
      Type.Boolean({
        description:
          'True if the tenures stand across. Rows and columns are exchanged before anything else.',
      }),
    ),
    split_lines: Type.Optional(
      Type.Boolean({
        description:
          'True if a row can hold several tenures, one a line. Every cell of such a row must have as many lines.',
      }),
    ),
    variant: Type.Optional(variant('The variant of the table; `general` if nothing says another.')),
    payout: Type.Optional(payout('The payout of the table.')),
    min_deposit: Type.Optional(decimal('The minimum deposit of the table.')),
    product: Type.Optional(text('The product of the table.')),
    factor: Type.Optional(
      decimal(
        'A number that every printed rate and AER is multiplied by, such as `100` for fractions.',
      ),
    ),
    decimal: decimalMark,
    columns: Type.Record(text('The heading of a column.'), roleSchema, {
      description:
        'Every column: its headings from top to bottom, joined by ` / `. The second column with the same headings has ` #2` at the end. `*` stands for any text. Of columns that differ in a date, such as `Effective from {D}.{MM}.{YYYY}`, the newest that is not later than the capture counts.',
    }),
    rows: Type.Optional(
      Type.Record(text('A text of the tenure column.'), rowRole, {
        description:
          'Rows whose label is not a plain tenure. A `tenure` given here needs `because`.',
        examples: [
          {
            '12 Senior': { tenure: 12, variant: 'senior_citizen', because: 'the label says both' },
          },
        ],
      }),
    ),
    relabel: Type.Optional(Type.Array(relabel, { minItems: 1 })),
  },
  closed,
)

/** The meaning of a column. */
export type Role = Static<typeof roleSchema>

/** The meaning of a row label. */
export type RowRole = Static<typeof rowRole>

/** A table of a source definition: its headings, and the meaning of its columns and rows. */
export type SourceTable = Static<typeof tableSchema>
