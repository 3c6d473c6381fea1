import type { Option } from 'commander'
import { type Static, Type } from 'typebox'
import { stringify } from 'yaml'
import type { JsonSchema } from '../../collect/source/schema-problems.ts'
import { decimalPattern } from '../../domain/decimal.ts'
import { defaultGateLimits, limitNames } from '../../domain/gate-limits.ts'
import { insuranceStatuses } from '../../domain/institution.ts'
import { capturesOption, databaseOption, sourcesOption, twoReviewersOption } from '../options.ts'
import { sectionNames, sections, type SectionName } from './sections.ts'

const closed = { additionalProperties: false } as const
const maybe = Type.Optional

/** A text. The example stands in the file that `ratebook init` writes, so it must be valid. */
const text = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 2_000, description, examples: [example] })
const form = (pattern: string, description: string, example: string) =>
  Type.String({ pattern, description, examples: [example] })
const decimal = (description: string, example: number) =>
  Type.Union([Type.Number({ minimum: 0 }), Type.String({ pattern: `^${decimalPattern}$` })], {
    description,
    examples: [example],
  })

const word = Type.Object(
  { one: Type.String({ minLength: 1 }), other: Type.String({ minLength: 1 }) },
  closed,
)
const language = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
const words = (one: string, other: string) =>
  Type.Record(Type.String({ pattern: language }), word, {
    ...closed,
    minProperties: 1,
    description: 'The words of your country, by language.',
    examples: [{ en: { one, other } }],
  })

const insurance = Type.Object(
  {
    status: Type.Enum([...insuranceStatuses], {
      description: `How deposits are insured: ${insuranceStatuses.join(', ')}.`,
      examples: ['unknown'],
    }),
    amount: maybe(
      decimal(
        'The limit for one depositor in plain digits, such as 500000; only with insured_up_to.',
        500_000,
      ),
    ),
    currency: maybe(text('The currency of the amount; by default that of the book.', 'EUR')),
    scheme: maybe(text('The name of the scheme.', 'Deposit Insurance Corporation')),
    address: maybe(text('A page that explains it.', 'https://scheme.example')),
    since: maybe(text('The first day on which this applies.', '2020-02-04')),
  },
  closed,
)

const operator = Type.Object(
  {
    name: maybe(text('Your name, or that of your organisation.', 'Open Rates')),
    contact: maybe(
      text(
        'Where to report a wrong rate, for readers and for the operators of collected sites: an https URL or an e-mail address.',
        'rates@example.org',
      ),
    ),
    website: maybe(text('Your site, an https URL.', 'https://rates.example')),
    logo: maybe(text('A file, SVG or PNG.', 'logo.svg')),
    imprint: maybe(text('Your imprint: a text, or an https URL.', 'https://rates.example/imprint')),
    releases: maybe(
      text(
        'Where readers find your newest release (`ratebook release`), an https URL.',
        'https://data.rates.example/latest/',
      ),
    ),
    licence: maybe(
      Type.Object(
        {
          name: text('The licence of the data.', 'CC BY 4.0'),
          url: text('Its text, an https URL.', 'https://creativecommons.org/licenses/by/4.0/'),
        },
        closed,
      ),
    ),
  },
  closed,
)

/** The part of `ratebook.yaml` about the book and its country. */
export const bookSchema = Type.Object({
  country: maybe(form('^[A-Z]{2}$', 'The country, of ISO 3166-1, such as KE.', 'KE')),
  currency: maybe(form('^[A-Z]{3}$', 'The currency, of ISO 4217, such as KES.', 'KES')),
  time_zone: maybe(text('The time zone, of the IANA database.', 'Africa/Nairobi')),
  languages: maybe(
    Type.Array(
      Type.String({ pattern: language, description: 'A language, such as en or pt-BR.' }),
      {
        minItems: 1,
        description: 'The languages of the page, of BCP 47; the first is the default.',
        examples: [['en']],
      },
    ),
  ),
  catalogues: maybe(text('The folder of your own catalogues, <language>.json.', 'languages')),
  operator: maybe(operator),
  insurance: maybe(Type.Object({ bank: maybe(insurance), nbfi: maybe(insurance) }, closed)),
  type_names: maybe(
    Type.Object(
      {
        bank: maybe(words('bank', 'banks')),
        nbfi: maybe(words('finance company', 'finance companies')),
      },
      closed,
    ),
  ),
  withholding_tax: maybe(decimal('The tax on interest, in percent.', 15)),
  gate: maybe(
    Type.Object(
      Object.fromEntries(
        limitNames.map((name) => {
          // `readLimits` checks the values.
          return [name, maybe(Type.Object({}, { examples: [defaultGateLimits[name]] }))]
        }),
      ),
      closed,
    ),
  ),
})

export type BookData = Static<typeof bookSchema>

/** The options of all commands that `ratebook.yaml` has at the top. */
export const sharedOptions: readonly Option[] = [
  databaseOption(),
  sourcesOption(),
  capturesOption(),
  twoReviewersOption('sheet'),
]
/** The options that `ratebook.yaml` has elsewhere, as `time_zone` and `operator.contact`, or not at all. */
const elsewhere: readonly string[] = ['time_zone', 'report_to', 'contact', 'sample']

/** The name of an option in `ratebook.yaml`. */
export function keyOf(option: Option): string {
  return option.name().replaceAll('-', '_')
}

/** The options that the section of a command has. */
export function optionsOf(section: SectionName): readonly Option[] {
  return sections[section].filter(
    (option) => ![...sharedOptions.map(keyOf), ...elsewhere].includes(keyOf(option)),
  )
}

/** Whether an option can be given several times: it collects its values with a function. */
export function isList({ parseArg, argChoices }: Option): boolean {
  return parseArg !== undefined && argChoices === undefined
}

function optionSchema(option: Option): JsonSchema {
  const { argChoices, description } = option
  const preset: unknown = option.defaultValue
  const details = {
    description,
    examples: [preset].filter((one) => one !== undefined && one !== ''),
  }
  if (argChoices !== undefined) return { ...details, enum: argChoices }
  const one: readonly JsonSchema[] = [{ type: 'string', minLength: 1 }, { type: 'number' }]
  const list = isList(option) ? [{ type: 'array', items: { type: 'string' } }] : []
  return { ...details, anyOf: [...one, ...list] }
}

const schemasOf = (options: readonly Option[]): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(options.map((option) => [keyOf(option), optionSchema(option)]))

const sectionSchema = (section: SectionName): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  properties: schemasOf(optionsOf(section)),
})

/** The schema of `ratebook.yaml`. */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    ...bookSchema.properties,
    ...schemasOf(sharedOptions),
    ...Object.fromEntries(sectionNames.map((name) => [name, sectionSchema(name)])),
  },
} satisfies JsonSchema

const top = `# The settings of this book. Every command reads them; docs/settings.md explains them.
# A line that begins with # and a name, without a space, is a setting with its default or an example. Remove the # to set it.
# Paths are relative to this file. A flag goes before an environment variable, a variable before this file.`

/** The text of a `ratebook.yaml` with every setting: the given ones, and the others as comments. It is made from the schema. */
export function settingsText(data: BookData): string {
  const given: Values = {
    ...data,
    // The sections of the commands stand in the file although nothing in them is set.
    ...Object.fromEntries(sectionNames.map((name) => [name, {}])),
    // The unit of the alerts has no place of its own for them.
    alerts: { state: 'alerts.json' },
  }
  const blocks = Object.entries<JsonSchema>(settingsSchema.properties).map(([key, schema]) =>
    linesOf(key, schema, given[key], true).join('\n'),
  )
  return `${[top, ...blocks].join('\n\n')}\n`
}

type Values = Readonly<Record<string, unknown>>

/** The lines of one setting. A setting without a value is a comment, and so is everything in it. */
function linesOf(
  key: string,
  schema: JsonSchema,
  value: unknown,
  isParentSet: boolean,
): readonly string[] {
  const { description, properties, examples = [] } = schema
  const explanation = description === undefined ? [] : [`# ${description}`]
  const isSet = isParentSet && value !== undefined
  const mark = isSet ? '' : '#'
  if (properties === undefined || examples.length > 0) {
    const [shown] = value === undefined ? examples : [value]
    return [...explanation, `${mark}${key}: ${shown === undefined ? '' : flow(shown)}`.trimEnd()]
  }
  const inside = Object.entries(properties).flatMap(([name, member]) =>
    linesOf(name, member, (value as Values | undefined)?.[name], isSet),
  )
  return [...explanation, `${mark}${key}:`, ...inside.map((line) => `  ${line}`)]
}

function flow(value: unknown): string {
  // Options are texts; those that are numbers need no quotes.
  if (typeof value === 'string' && /^\d+$/.test(value)) return value
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 })
    .trim()
    .replaceAll(/^\[ | \]$/g, (end) => end.trim())
}
