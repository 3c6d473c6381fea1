import { foldedText } from '../words/folded-text.ts'

/** A place in a JSON document: the address of the document and the RFC 6901 pointer in it. */
export type JsonPlace = { readonly document: string; readonly pointer: string }

/** The place of a page that is JSON as a whole. */
export const rootPlace: JsonPlace = { document: '', pointer: '' }

/** The place of a member or an item. */
export function placeOf({ document, pointer }: JsonPlace, key: string): JsonPlace {
  return { document, pointer: `${pointer}/${encodedKey(key)}` }
}

/** The address of a value. */
export function addressOf({ document, pointer }: JsonPlace): string {
  return `${document}#${pointer}`
}

/** The address of a key, by the place of its value. */
export function keyAddress({ document, pointer }: JsonPlace): string {
  return `${document}#key=${pointer}`
}

/** The text of a key, by the place of its value. */
export function keyText({ pointer }: Pick<JsonPlace, 'pointer'>): string {
  return foldedText(keysOfPointer(pointer)?.at(-1) ?? '')
}

function encodedKey(key: string): string {
  return key
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/[#%&\s\p{Cc}]/gu, encodeURIComponent)
}

/** The keys of a pointer; `undefined` if it is none. */
export function keysOfPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/')) return undefined
  try {
    return pointer
      .slice(1)
      .split('/')
      .map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'))
  } catch {
    return undefined
  }
}
