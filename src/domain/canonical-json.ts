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
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
