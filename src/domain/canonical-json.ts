/** The values that an entry's body is made of; its numbers are whole. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/**
 * The canonical text of a value (RFC 8785): keys sorted by code unit, no spaces, members that are undefined left out.
 * `JSON.stringify` already writes strings and numbers as that RFC asks, lone surrogates apart: the sheet reader refuses them.
 */
export function canonicalJson(value: Json): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}
