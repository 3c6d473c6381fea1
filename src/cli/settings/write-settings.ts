import { stringify } from 'yaml'
import type { JsonSchema } from '../../collect/source/schema-problems.ts'
import { settingsSchema, type BookData } from './settings-schema.ts'

const top = `# The settings of this book. Every command reads them; docs/settings.md explains them.
# A line that begins with # and a name, without a space, is a setting with its default or an example. Remove the # to set it.
# Paths are relative to this file. A flag goes before an environment variable, a variable before this file.`

/** The sections of the commands stand in the file although nothing in them is set. */
const sectionNames = ['serve', 'collect', 'desk', 'alerts', 'release']

/** The text of a `ratebook.yaml` with every setting: the given ones, and the others as comments. It is made from the schema. */
export function settingsText(data: BookData): string {
  const given: Values = {
    ...data,
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
