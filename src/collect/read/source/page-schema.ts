import { type Static, Type } from 'typebox'
import { pageFormats } from '../../../domain/origin.ts'
import { closed, decimalMark, text } from './words.ts'

const steps = (description: string) =>
  Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    description,
    examples: [['data', '*', 'rates', '[type=Fixed]']],
  })

const embedded = Type.Object(
  {
    element: text(
      'The name of the HTML element that holds the JSON: `script`, `textarea`, `option`.',
    ),
    id: Type.Optional(text('The `id` of the element.')),
    class: Type.Optional(text('A class of the element.')),
    containing: Type.Optional(
      text('A text that the JSON or the script contains. It chooses among several elements.'),
    ),
    attribute: Type.Optional(
      text('The attribute that holds the JSON. Without it, the text of the element holds it.'),
    ),
    after: Type.Optional(
      Type.Array(text('A text that occurs exactly once.'), {
        minItems: 1,
        description:
          'The JSON value begins right after this text. If the value is a string, its text is decoded and the next item is looked for in it. Nothing is evaluated.',
        examples: [['self.__next_f.push([1,', '"rates":']],
      }),
    ),
    each: Type.Optional(
      Type.Boolean({
        description:
          'True if each element that matches holds one record, such as the options of a list. Else exactly one element must match.',
      }),
    ),
  },
  {
    ...closed,
    description: 'JSON inside an HTML page. The tables of the page itself are then not read.',
  },
)

const grid = Type.Object(
  {
    table: Type.Optional(text('The class of the element that holds the whole table.')),
    row: text('The class of the elements that are rows.'),
    cell: text('The class of the elements that are cells.'),
  },
  { ...closed, description: 'A table made of other elements, such as `div`, with classes.' },
)

const selectors = (description: string) =>
  Type.Array(Type.String({ pattern: '^[.#][^\\s.#]+$' }), {
    minItems: 1,
    description,
    examples: [['.mobile', '#old-rates']],
  })

/** A page of an institution. */
export const pageSchema = Type.Object(
  {
    name: text('The name of the page in this file.'),
    url: text('Where the page is fetched from. `{name}` stands for the names that `for` lists.'),
    for: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z_]+$' }),
        Type.Union([
          Type.Array(text('A name in the address.'), { minItems: 1, maxItems: 100 }),
          Type.Object(
            {
              page: text('A JSON page that lists the names.'),
              path: steps('The way to the names.'),
            },
            closed,
          ),
        ]),
        {
          minProperties: 1,
          maxProperties: 1,
          description:
            'Many pages by one pattern of addresses: the part of `url` in braces, and the names that stand for it. If one of the pages fails, the run fails.',
          examples: [{ product: ['term-deposit', 'farm-deposit'] }],
        },
      ),
    ),
    decimal: decimalMark,
    format: Type.Enum([...pageFormats], {
      description: 'What the body is, whatever the server calls it.',
    }),
    encoding: Type.Optional(
      Type.String({
        pattern: '^[\\w.:-]{1,40}$',
        description:
          'HTML and JSON: the character encoding of the page, if the server names a wrong one or none.',
        examples: ['windows-1252'],
      }),
    ),
    must_contain: Type.Optional(
      Type.Array(text('A visible text of the page.'), {
        description: 'Texts without which it is not the page but a captcha, a login or a notice.',
      }),
    ),
    path: Type.Optional(
      steps(
        'JSON: the way to the tables. Each step is a key, the position of an item (`0`), `*` for each item or member, `[key=value]` for the items whose member has that value, `{}` to parse a string as JSON, or as the last step `<>` to parse a string as HTML.',
      ),
    ),
    members: Type.Optional(
      Type.Record(
        text('The name of the column.'),
        steps('The way from the record to the value; the same steps as in `path`, but no `*`.'),
        {
          description:
            'JSON: values inside the records of a table, as columns with names of their own.',
          examples: [{ Months: ['tiers', '[unitOfMeasure=MONTH]', 'minimumValue'] }],
        },
      ),
    ),
    embedded: Type.Optional(embedded),
    grids: Type.Optional(
      Type.Array(grid, { minItems: 1, description: 'HTML: tables made of elements with classes.' }),
    ),
    show: Type.Optional(
      selectors(
        'HTML: classes (`.name`) and ids (`#name`) of elements that the markup hides and a click or a script shows, such as closed panels. They are read.',
      ),
    ),
    hide: Type.Optional(
      selectors(
        'HTML: classes (`.name`) and ids (`#name`) of elements that the style sheet of the page hides. They are not read.',
      ),
    ),
  },
  closed,
)

/** A page of a source definition. */
export type SourcePage = Static<typeof pageSchema>

/** The place of JSON inside an HTML page. */
export type Embedded = Static<typeof embedded>

/** The classes of a table that is made of other elements. */
export type ClassGrid = Static<typeof grid>

/** The date that a page prints. */
export const dateSchema = Type.Object(
  {
    page: Type.Optional(text('The page; the first one if absent.')),
    under: Type.Optional(
      Type.Union(
        [text('A text of the page.'), Type.Array(text('A text of the page.'), { minItems: 1 })],
        {
          description:
            'The date is looked for in this text and after it, up to the heading of another table. For JSON: in the value of this key, or in the object with this string. Each text of a list is looked for in the range of the one before.',
        },
      ),
    ),
    format: text(
      'The text around the date and its parts: `{D}` or `{DD}` day, `{th}` ordinal suffix, `{M}` or `{MM}` month number, `{MMM}` or `{MMMM}` month name, `{YYYY}` or `{YY}` year, `{dddd}` weekday. `{date}` stands for any usual form; a date whose day and month could be exchanged then holds the sheet.',
    ),
    means: Type.Enum(['effective', 'read'], {
      description:
        '`effective`: the rates apply from that date. `read`: the page was written on that date. A note for people: the reader and the gate treat both alike.',
    }),
  },
  { ...closed, description: 'The date that the page prints. If it is not found, the read fails.' },
)
