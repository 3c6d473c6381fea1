/** A value in the body of an entry. Numbers are whole. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/**
 * The canonical text of a value (RFC 8785): keys sorted by code unit, no white space, undefined members left out.
 * `JSON.stringify` writes strings and numbers as the RFC requires, except lone surrogates, which the sheet reader refuses.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(withSortedKeys(value))
}

function withSortedKeys(value: Json | undefined): Json | undefined {
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map((item) => withSortedKeys(item) ?? null)
  const sorted: Record<string, Json | undefined> = {}
  for (const key of Object.keys(value).toSorted()) sorted[key] = withSortedKeys(value[key])
  return sorted
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
