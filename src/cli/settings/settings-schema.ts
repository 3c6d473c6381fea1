import type { Option } from 'commander'
import { Type, type Static } from 'typebox'
import { decimalPattern } from '../../domain/decimal.ts'
import { insuranceStatuses } from '../../domain/insurance.ts'
import type { JsonSchema } from '../../collect/source/schema-problems.ts'
import { sections, type SectionName } from './sections.ts'

const closed = { additionalProperties: false } as const
const maybe = Type.Optional
const text = (description: string) => Type.String({ minLength: 1, maxLength: 2_000, description })
const decimal = (description: string) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: `^${decimalPattern}$` })], {
    description,
  })

const word = Type.Object(
  {
    one: text('One of them, as inside a sentence.'),
    other: text('Several of them, as inside a sentence.'),
  },
  closed,
)
const language = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
const words = Type.Record(Type.String({ pattern: language }), word, {
  ...closed,
  minProperties: 1,
})

const insurance = Type.Object(
  {
    status: Type.Enum([...insuranceStatuses]),
    amount: maybe(decimal('The limit for one depositor, a plain decimal such as 500000.')),
    currency: maybe(text('The currency of the amount; by default that of the book.')),
    scheme: maybe(text('The name of the scheme.')),
    address: maybe(text('A page that explains it, an https URL.')),
    since: maybe(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        description: 'The day since when this holds, such as 2020-02-04.',
      }),
    ),
  },
  closed,
)

const operator = Type.Object(
  {
    name: maybe(text('Your name, or that of your organisation.')),
    website: maybe(text('Your site, an https URL.')),
    logo: maybe(text('A file, SVG or PNG.')),
    imprint: maybe(text('Your imprint: a text, or an https URL.')),
    licence: maybe(
      Type.Object(
        { name: text('The licence of the data.'), url: text('Its text, an https URL.') },
        closed,
      ),
    ),
    contact: maybe(text('Where to report a wrong rate: an https URL or an e-mail address.')),
  },
  closed,
)

/** What `ratebook.yaml` says about the book and its country. */
export const bookSchema = Type.Object({
  country: maybe(
    Type.String({ pattern: '^[A-Z]{2}$', description: 'A country of ISO 3166-1, such as KE.' }),
  ),
  currency: maybe(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'A currency of ISO 4217, such as KES.' }),
  ),
  time_zone: maybe(text('A time zone of the IANA database, such as Africa/Nairobi.')),
  languages: maybe(
    Type.Array(
      Type.String({ pattern: language, description: 'A language of BCP 47, such as en or pt-BR.' }),
      { minItems: 1 },
    ),
  ),
  catalogues: maybe(text('The folder of your catalogues, <language>.json.')),
  type_names: maybe(Type.Object({ bank: maybe(words), nbfi: maybe(words) }, closed)),
  operator: maybe(operator),
  insurance: maybe(Type.Object({ bank: maybe(insurance), nbfi: maybe(insurance) }, closed)),
  withholding_tax: maybe(decimal('Percent of interest, such as 15.')),
  // The gate checks its own section.
  gate: maybe(Type.Record(Type.String(), Type.Object({}))),
})

export type BookData = Static<typeof bookSchema>

/** The options of all commands that `ratebook.yaml` has at the top, by their names there. */
export const sharedKeys: readonly string[] = ['database', 'sources', 'captures', 'two_reviewers']
/** The options of `serve` that `ratebook.yaml` has elsewhere: `time_zone` and `operator.contact`. */
const elsewhere: readonly string[] = ['time_zone', 'report_to']

/** The name of an option in `ratebook.yaml`. */
export function keyOf(option: Option): string {
  return option.name().replaceAll('-', '_')
}

/** The options that the section of a command has. */
export function optionsOf(section: SectionName): readonly Option[] {
  return sections[section].filter(
    (option) => ![...sharedKeys, ...elsewhere].includes(keyOf(option)),
  )
}

/** Whether an option can be given several times: it collects its values with a function. */
export function isList({ parseArg, argChoices }: Option): boolean {
  return parseArg !== undefined && argChoices === undefined
}

function optionSchema(option: Option): JsonSchema {
  const { argChoices, description } = option
  if (argChoices !== undefined) return { enum: argChoices }
  const one: readonly JsonSchema[] = [{ type: 'string', minLength: 1 }, { type: 'number' }]
  const list = isList(option) ? [{ type: 'array', items: { type: 'string' } }] : []
  return { anyOf: [...one, ...list], description }
}

const sectionSchema = (section: SectionName): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    optionsOf(section).map((option) => [keyOf(option), optionSchema(option)]),
  ),
})

/** The schema of `ratebook.yaml`. */
export const settingsSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...bookSchema.properties,
    database: { type: 'string', minLength: 1 },
    sources: { type: 'string', minLength: 1 },
    captures: { type: 'string', minLength: 1 },
    two_reviewers: { enum: ['on', 'off'] },
    serve: sectionSchema('serve'),
    collect: sectionSchema('collect'),
    desk: sectionSchema('desk'),
    alerts: sectionSchema('alerts'),
  },
}
