import { endpoints } from '../src/serve/http/endpoints.ts'
import type { Endpoint } from '../src/serve/http/endpoint.ts'
import { formatsOf, isList } from '../src/serve/http/formats/format.ts'
import type { ParameterSchema } from '../src/serve/http/schema/read-query.ts'
import { institutions, offersPerSheet } from './market.ts'

/** A whole number from 0 to below a bound. */
export type Random = (below: number) => number

/** The same numbers at every run. */
export function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return Math.floor((state / 2_147_483_647) * below)
  }
}

const sheetsADay = 3
const firstDay = Date.UTC(2016, 0, 1)
const dayOf = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10)

/** Values of the parameters that have no list of values, for a book of so many changes. */
const valueOf: Readonly<Record<string, (random: Random, changes: number) => string>> = {
  institution_id: (random) => `institution-${random(institutions.length) + 1}`,
  id: (random, changes) => `p${positionOf(random, changes)}-${random(offersPerSheet) + 1}`,
  after: (random, changes) => `${positionOf(random, changes)}`,
  from: (random, changes) => `${random(changes / offersPerSheet)}`,
  page: (random, changes) => `${random(changes / offersPerSheet / 1000 + 1)}`,
  offset: (random, changes) => `${random(changes)}`,
  deposit: (random) => `${random(10_000_000)}.${random(90) + 10}`,
  tenure_months: (random) =>
    ['3', '6', '12', '24', '60', `${random(60) + 1}.${random(90) + 10}`][random(6)] ?? '12',
  since: (random, changes) => dayOf(firstDay + random(spanOf(changes) / 2)),
  until: (random, changes) => dayOf(firstDay + spanOf(changes) / 2 + random(spanOf(changes) / 2)),
  known_at: (random, changes) => new Date(firstDay + random(spanOf(changes))).toISOString(),
}

/** The positions after those of the institutions are sheets. */
function positionOf(random: Random, changes: number): number {
  return institutions.length + 1 + random(changes / offersPerSheet)
}

/** The milliseconds from the first sheet to the last one. */
function spanOf(changes: number): number {
  return (changes / offersPerSheet / sheetsADay) * 86_400_000
}

/** Replaces the placeholders of a shape, such as `{known_at}`, so that hardly any two requests are the same. */
export function fillShape(shape: string, changes: number, random: Random): string {
  return shape.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueOf[name]
    if (value === undefined) throw new Error(`bench/targets.ts has no values for ${name}.`)
    return value(random, changes)
  })
}

/**
 * Shapes of requests for every endpoint in every format: each parameter alone with its documented and extreme values, all at
 * their last value, and random sets of them.
 */
export function shapes(random: Random, randomSets: number): string[] {
  return endpoints.flatMap((endpoint: Endpoint) => {
    const parameters = Object.entries<ParameterSchema>(endpoint.query.properties)
    const required = parameters.filter(([name, schema]) => {
      const names: readonly string[] = endpoint.query.required ?? []
      return names.includes(name) && schema.default === undefined
    })
    const chosen: (readonly [name: string, value: string])[][] = [[]]
    for (const [name, schema] of parameters)
      for (const value of valuesOf(name, schema)) chosen.push([[name, value]])
    chosen.push(parameters.map(([name, schema]) => [name, valuesOf(name, schema).at(-1) ?? '']))
    for (let i = 0; i < randomSets && parameters.length > 1; i++) {
      const some = parameters.filter(() => random(2) === 0)
      chosen.push(some.map(([name, schema]) => [name, oneOf(valuesOf(name, schema), random)]))
    }
    const formats = formatsOf(endpoint).filter((format) => format !== 'sse')
    const all = chosen.flatMap((set) => {
      const missing = required.filter(([name]) => !set.some((one) => one[0] === name))
      const query = [...missing.map(([name]) => [name, `{${name}}`]), ...set]
      const path = endpoint.path + (isList(endpoint) ? `.${oneOf(formats, random)}` : '')
      return `${path}?${query.map((one) => one.join('=')).join('&')}`.replace(/\?$/, '')
    })
    return [...new Set(all)]
  })
}

function oneOf<T>(values: readonly T[], random: Random): T {
  return values[random(values.length)] as T
}

/** The values of a parameter: those of its schema, or a placeholder. */
function valuesOf(name: string, schema: ParameterSchema): readonly string[] {
  const { enum: words, type, minimum, maximum } = schema
  if (words !== undefined) return words.map(String)
  if (type === 'boolean') return ['false', 'true']
  if (maximum !== undefined) return [`${minimum}`, `${maximum}`]
  return [`{${name}}`]
}
