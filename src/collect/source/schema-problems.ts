import { distance } from 'fastest-levenshtein'
import { payouts } from '../../domain/offer.ts'
import { counted, quoted } from '../../domain/text.ts'

/** The part of JSON Schema that the schema of a source definition uses. */
export type JsonSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[] | undefined
  readonly additionalProperties?: boolean
  readonly minProperties?: number
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  /** A description of the value in words. Messages about texts of another form repeat it. */
  readonly description?: string
  readonly examples?: readonly unknown[]
}

/**
 * Every mistake of a value against a schema, as sentences for the author of a file. The messages of TypeBox name the schema and
 * not what to write, and it reports all members of a union at once.
 */
export function schemaProblems(
  schema: JsonSchema,
  value: unknown,
  path: ValuePath = [],
): readonly ValueProblem[] {
  const allowed = allowedWords(schema)
  if (allowed !== undefined) return wordProblems(allowed, value, path)
  if (schema.anyOf !== undefined) return unionProblems(schema, schema.anyOf, value, path)
  if (schema.type !== undefined && !kindsOf(value).includes(schema.type))
    return [{ path, message: wrongKind([schema], value) }]
  if (typeof value === 'string') return textProblems(schema, value, path)
  if (typeof value === 'number') return numberProblems(schema, value, path)
  if (Array.isArray(value)) return listProblems(schema, value, path)
  if (isObject(value)) return objectProblems(schema, value, path)
  return []
}

/** The words that a schema allows, if it allows nothing else. */
function allowedWords(schema: JsonSchema): readonly unknown[] | undefined {
  if (schema.enum !== undefined) return schema.enum
  return schema.const === undefined ? undefined : [schema.const]
}

function wordProblems(
  allowed: readonly unknown[],
  value: unknown,
  path: ValuePath,
): readonly ValueProblem[] {
  if (allowed.includes(value)) return []
  const words = allowed.map(String)
  const message =
    typeof value === 'string'
      ? `${quoted(value)} is not allowed here; ${words.join() === payouts.join() ? payoutSuggestion(value) : suggestion(value, words)}`
      : `This must be ${words.join(' or ')}, not ${describeKind(value)}.`
  return [{ path, message }]
}

/** The mistakes against the member of a union that the author probably meant. */
function unionProblems(
  { description }: JsonSchema,
  members: readonly JsonSchema[],
  value: unknown,
  path: ValuePath,
): readonly ValueProblem[] {
  const described = description === undefined ? {} : { description }
  const tried = members.map((member) => ({
    member,
    found: schemaProblems({ ...described, ...member }, value, path),
  }))
  if (tried.some(({ found }) => found.length === 0)) return []
  const likely = tried.filter(({ member }) => kindsOf(value).includes(kindOfSchema(member)))
  if (likely.length === 0) return [{ path, message: wrongKind(members, value) }]
  const words = likely.flatMap(({ member }) => allowedWords(member) ?? [])
  if (likely.every(({ member }) => allowedWords(member) !== undefined))
    return wordProblems(words, value, path)
  const [best] = likely.toSorted(
    (a, b) =>
      knownKeys(b.member, value) - knownKeys(a.member, value) || a.found.length - b.found.length,
  )
  return best?.found ?? []
}

function knownKeys({ properties = {} }: JsonSchema, value: unknown): number {
  return isObject(value)
    ? Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length
    : 0
}

function textProblems(schema: JsonSchema, value: string, path: ValuePath): readonly ValueProblem[] {
  const { minLength = 0, maxLength, pattern, description } = schema
  if (value.length < minLength) return [{ path, message: 'The text is empty.' }]
  if (maxLength !== undefined && value.length > maxLength)
    return [{ path, message: `The text is longer than ${maxLength} characters.` }]
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return []
  const expected = description?.replaceAll('`', '"') ?? `A text of the form ${pattern}.`
  return [{ path, message: `${quoted(value)} does not fit here. Expected: ${expected}` }]
}

function numberProblems(
  { minimum = -Infinity, maximum = Infinity }: JsonSchema,
  value: number,
  path: ValuePath,
): readonly ValueProblem[] {
  if (value >= minimum && value <= maximum) return []
  const limits = [
    Number.isFinite(minimum) ? `at least ${minimum}` : [],
    Number.isFinite(maximum) ? `at most ${maximum}` : [],
  ].flat()
  return [{ path, message: `${value} must be ${limits.join(' and ')}.` }]
}

function listProblems(
  { items, minItems = 0, maxItems = Infinity }: JsonSchema,
  value: readonly unknown[],
  path: ValuePath,
): readonly ValueProblem[] {
  const inItems =
    items === undefined
      ? []
      : value.flatMap((item, index) => schemaProblems(items, item, [...path, index]))
  if (value.length >= minItems && value.length <= maxItems) return inItems
  const limit = value.length < minItems ? `at least ${minItems}` : `at most ${maxItems}`
  return [
    { path, message: `The list has ${counted(value.length, 'item')}; it must have ${limit}.` },
    ...inItems,
  ]
}

function objectProblems(
  schema: JsonSchema,
  value: Readonly<Record<string, unknown>>,
  path: ValuePath,
): readonly ValueProblem[] {
  const { properties = {}, patternProperties = {}, required = [], minProperties = 0 } = schema
  const missing = required
    .filter((key) => !Object.hasOwn(value, key))
    .map((key) => ({ path, message: `The key "${key}" is missing.` }))
  const tooFew =
    Object.keys(value).length < minProperties
      ? [
          {
            path,
            message: `At least ${minProperties === 1 ? 'one key is' : `${minProperties} keys are`} needed here.`,
          },
        ]
      : []
  const inMembers = Object.entries(value).flatMap(([key, member]): readonly ValueProblem[] => {
    const own = Object.hasOwn(properties, key) ? properties[key] : undefined
    const byPattern = Object.entries(patternProperties).find(([pattern]) =>
      new RegExp(pattern, 'u').test(key),
    )
    const memberSchema = own ?? byPattern?.[1]
    if (memberSchema !== undefined) return schemaProblems(memberSchema, member, [...path, key])
    if (schema.additionalProperties !== false) return []
    const unused = Object.keys(properties).filter((name) => !Object.hasOwn(value, name))
    const message = `The key ${quoted(key)} is not known here; ${suggestion(key, unused)}`
    return [{ path: [...path, key], isAboutKey: true, message }]
  })
  return [...missing, ...tooFew, ...inMembers]
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'keys with values',
}

/** The message for a value of a kind that no member of a union has. */
function wrongKind(members: readonly JsonSchema[], value: unknown): string {
  const kinds = [...new Set(members.map((member) => kindNames[kindOfSchema(member)] ?? 'a text'))]
  const isBare = typeof value === 'number' || typeof value === 'boolean'
  const quotes =
    isBare && members.some((member) => kindOfSchema(member) === 'string')
      ? `; write it in quotes: "${value}"`
      : ''
  return `This must be ${kinds.join(' or ')}, not ${describeKind(value)}${quotes}.`
}

function kindOfSchema(schema: JsonSchema): string {
  return schema.type ?? typeof allowedWords(schema)?.[0]
}

/** The names that JSON Schema has for the kind of a value. */
function kindsOf(value: unknown): readonly string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (typeof value === 'boolean') return String(value)
  return kindNames[kindsOf(value)[0] ?? ''] ?? 'something else'
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Something wrong in a file of a source, and where it stands. Lines and columns begin with 1. */
export type SourceProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A problem as one line, in the form that editors and terminals link to the file. */
export function sourceProblemLine({ file, line, column, message }: SourceProblem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** A way from the top of a document to a value in it: keys of objects and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** Something wrong with a value of a definition, or with the key that the path ends with. */
export type ValueProblem = {
  readonly path: ValuePath
  readonly isAboutKey?: boolean
  readonly message: string
}

/** The word that was probably meant; `undefined` if none is close. */
function nearestWord(word: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map((one) => ({ one, steps: distance(word.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  if (nearest === undefined) return undefined
  const most = Math.ceil(Math.min(word.length, nearest.one.length) / 3)
  return nearest.steps <= most ? nearest.one : undefined
}

/** The end of a message about an unknown word: the nearest right one, or all of them if they are few. */
export function suggestion(word: string, words: readonly string[]): string {
  const nearest = nearestWord(word, words)
  if (nearest !== undefined) return `did you mean "${nearest}"?`
  if (words.length === 0) return 'there is none here.'
  const some = words.slice(0, 20).join(', ')
  return `possible: ${some}${words.length > 20 ? ', …' : ''}.`
}

/** The suggestion for a payout, and what to do with one that the specification does not have. */
export function payoutSuggestion(word: string): string {
  const found = suggestion(word, payouts)
  return nearestWord(word, payouts) === undefined
    ? `${found} Ratebook has no others: ignore the column or the word by its name, with a reason.`
    : found
}
