import { describeValue, type Field } from './fields.ts'
import type { Refuse } from './problem.ts'

/** The keys of an object and whether each is required. */
export type Shape = {
  readonly [key: string]: { readonly field: Field<unknown>; readonly required: boolean }
}
type Read<S extends Shape> = {
  [K in keyof S]: S[K]['field'] extends Field<infer T> ? T | undefined : never
}

/** Declares a required key. */
export function required<T>(field: Field<T>): { field: Field<T>; required: true } {
  return { field, required: true }
}

/** Declares an optional key. */
export function optional<T>(field: Field<T>): { field: Field<T>; required: false } {
  return { field, required: false }
}

/** Reads all fields of an object and refuses unknown keys. A field is `undefined` if it is absent or refused. */
export function readObject<S extends Shape>(
  value: unknown,
  shape: S,
  location: string,
  refuse: Refuse,
): Read<S> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('wrong-type', location, `${describeValue(value)} is not a JSON object.`)
  }
  const locationOf = (key: string): string => (location === '' ? key : `${location}.${key}`)
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key)) continue
    refuse(
      'unknown-key',
      locationOf(describeValue(key)),
      `The key is unknown; the known keys are ${Object.keys(shape).join(', ')}.`,
    )
  }
  const read: Record<string, unknown> = {}
  for (const [key, { field, required: isRequired }] of Object.entries(shape)) {
    if (Object.hasOwn(value, key))
      read[key] = field((value as Record<string, unknown>)[key], locationOf(key), refuse)
    else if (isRequired) refuse('missing-key', locationOf(key), 'It is missing.')
  }
  return read as Read<S>
}
