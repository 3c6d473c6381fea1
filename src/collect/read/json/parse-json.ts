import { parseWhole } from '../../../domain/decimal.ts'
import { scanJson } from '../../../domain/json.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse } from '../refusal.ts'
import { foldedText } from '../words/folded-text.ts'

/** A key that no JSON object can have. */
const digits = Symbol('the digits of a number')

/** A number with the digits of its source: `7.10` stays `7.10`. */
export type JsonNumber = { readonly [digits]: string }

export type JsonObject = { readonly [key: string]: JsonValue; readonly [digits]?: never }
export type JsonScalar = string | boolean | null | JsonNumber
export type JsonValue = JsonScalar | JsonObject | readonly JsonValue[]

/** The deepest nesting of lists and objects. */
const depthLimit = 200

/**
 * Parses JSON. Numbers keep their digits. Duplicate keys, of which `JSON.parse` keeps the last, deep nesting and unpaired
 * surrogates end the read.
 */
export function parseJson(text: string, place?: string): JsonValue {
  const { fault, duplicates, depth } = scanJson(text)
  const [duplicate] = duplicates
  if (fault !== undefined)
    refuse(`The text is not JSON: ${fault.message} (character ${fault.index + 1}).`, place)
  if (duplicate !== undefined)
    refuse(`The key ${quoted(duplicate.key)} occurs twice in one object of the JSON.`, place)
  if (depth > depthLimit) refuse(`The JSON is nested deeper than ${depthLimit} levels.`, place)
  return JSON.parse(text, (key, value: unknown, context?: { readonly source?: string }) => {
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed()))
      refuse('The JSON has an unpaired surrogate.', place)
    return typeof value === 'number' ? { [digits]: context?.source ?? '' } : value
  }) as JsonValue
}

export function isScalar(value: JsonValue): value is JsonScalar {
  return typeof value !== 'object' || value === null || isNumber(value)
}

export function isNumber(value: JsonValue): value is JsonNumber {
  return typeof value === 'object' && value !== null && digits in value
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return value !== undefined && !isScalar(value) && !Array.isArray(value)
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The text of a scalar: a string folded as a reader sees it, a number with its digits, `true`, `false`, `null`. */
export function scalarText(value: JsonScalar): string {
  if (typeof value === 'string') return foldedText(value)
  return isNumber(value) ? value[digits] : String(value)
}

/** A member of an object or an item of a list; `undefined` if there is none. */
export function memberOf(value: JsonValue, key: string): JsonValue | undefined {
  if (isList(value)) return value[parseWhole(key) ?? -1]
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
