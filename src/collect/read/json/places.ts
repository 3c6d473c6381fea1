import type { Cell } from '../../../domain/origin.ts'
import { quoted } from '../../../domain/text.ts'
import { refuse } from '../refusal.ts'
import { foldedText } from '../words/folded-text.ts'
import { compilePattern } from '../words/pattern.ts'
import {
  isList,
  isObject,
  isScalar,
  memberOf,
  parseJson,
  scalarText,
  type JsonValue,
} from './parse-json.ts'

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

/** A value that a path leads to, and the keys and strings on the way to it, nearest first. */
export type JsonNode = {
  readonly value: JsonValue
  readonly place: JsonPlace
  readonly headings: readonly Cell[]
}

/** The most values that a path may lead to. */
const nodeLimit = 10_000

/** Longer strings are prose and name no table. */
const headingLimit = 200

/** Follows a path from a value. A step that leads nowhere ends the read. */
export function followPath(start: JsonNode, path: readonly string[]): readonly JsonNode[] {
  let nodes: readonly JsonNode[] = [start]
  for (const step of path) {
    nodes = nodes.flatMap((node) => {
      const next = followStep(node, step)
      if (next.length > 0 || step === '*') return next
      return refuse(`The step ${quoted(step)} of the path leads nowhere.`, addressOf(node.place))
    })
    if (nodes.length > nodeLimit)
      refuse(`The path leads to more than ${nodeLimit} values.`, addressOf(start.place))
  }
  return nodes
}

/** The values that a step leads to from a value; none if it leads nowhere. */
export function followStep(node: JsonNode, step: string): readonly JsonNode[] {
  const { value, place, headings } = node
  if (step === '{}') {
    if (typeof value !== 'string') return []
    const document = addressOf(place)
    return [{ value: parseJson(value, document), place: { document, pointer: '' }, headings }]
  }
  if (step === '<>') refuse('The step `<>` must be the last one of a path.', addressOf(place))
  const [, key, text = ''] = /^\[([^=]+)=(.*)\]$/su.exec(step) ?? []
  const strings = stringsOf(node)
  if (step !== '*' && key === undefined) return member(node, step, strings)
  const count = isList(value) || isObject(value) ? Object.keys(value).length : 0
  if (count > nodeLimit)
    refuse(`A step of the path leads to more than ${nodeLimit} values.`, addressOf(place))
  const keys = isList(value)
    ? [...value.keys()].map(String)
    : isObject(value)
      ? Object.keys(value)
      : []
  const members = keys.flatMap((one) => member(node, one, strings))
  if (key === undefined) return members
  const pattern = compilePattern(text)
  return members.filter((one) => {
    const found = memberOf(one.value, key)
    return found !== undefined && isScalar(found) && pattern.match(scalarText(found)).length > 0
  })
}

function member(node: JsonNode, key: string, strings: readonly Cell[]): readonly JsonNode[] {
  const value = memberOf(node.value, key)
  if (value === undefined) return []
  const place = placeOf(node.place, key)
  if (isList(node.value)) return [{ value, place, headings: node.headings }]
  const name = { address: keyAddress(place), text: keyText(place) }
  return [{ value, place, headings: [name, ...strings, ...node.headings] }]
}

/** The most strings of an object that count as headings. */
const stringLimit = 50

/** The first short strings of an object. */
export function stringsOf({ value, place }: JsonNode): readonly Cell[] {
  if (!isObject(value)) return []
  const strings = Object.entries(value).flatMap(([key, member]) => {
    const text = typeof member === 'string' ? scalarText(member) : ''
    if (text === '' || text.length > headingLimit) return []
    return [{ address: addressOf(placeOf(place, key)), text }]
  })
  return strings.slice(0, stringLimit)
}
