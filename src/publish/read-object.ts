import { shown, type Field } from './fields.ts'
import type { Refuse } from './problem.ts'

/** Which keys an object has, and whether each must be there. */
type Shape = {
  readonly [key: string]: { readonly field: Field<unknown>; readonly required: boolean }
}
type Read<S extends Shape> = {
  [K in keyof S]: S[K]['field'] extends Field<infer T> ? T | undefined : never
}

/** Marks a field that must be there. */
export function required<T>(field: Field<T>): { field: Field<T>; required: true } {
  return { field, required: true }
}

/** Marks a field that may be left out. */
export function optional<T>(field: Field<T>): { field: Field<T>; required: false } {
  return { field, required: false }
}

/** Reads every field of an object, refusing keys that it does not know; a field is `undefined` if absent or refused. */
export function readObject<S extends Shape>(
  value: unknown,
  shape: S,
  place: string,
  refuse: Refuse,
): Read<S> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('wrong-type', place, `${shown(value)} is not a JSON object.`)
  }
  const at = (key: string): string => (place === '' ? key : `${place}.${key}`)
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(shape, key)) continue
    refuse(
      'unknown-key',
      at(shown(key)),
      `The key is not known; known are ${Object.keys(shape).join(', ')}.`,
    )
  }
  const read: Record<string, unknown> = {}
  for (const [key, { field, required: must }] of Object.entries(shape)) {
    if (Object.hasOwn(value, key))
      read[key] = field((value as Record<string, unknown>)[key], at(key), refuse)
    else if (must) refuse('missing-key', at(key), 'The key is missing.')
  }
  return read as Read<S>
}
