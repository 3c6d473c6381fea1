import { parseFragment } from 'parse5'
import { parseWhole } from '../../../domain/decimal.ts'
import { foldedText } from '../words/folded-text.ts'
import { isHiddenInMarkup, isSpaced } from './elements.ts'

const comment = /<!--(?:>|->|[^]*?(?:-->|--!>|$))|<[!?/][^>]*(?:>|$)/y
const tag = /<(\/?)([a-zA-Z][^\s/>]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/y
const attribute = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g
const plainText = /[^<]+|</y
const voidNames = new Set(['br', 'hr', 'img', 'input', 'wbr', 'col', 'meta', 'link'])

/** Stands for the edge of an element. */
const edge = '\u0001'
const edgeInFigure = new RegExp(`(?<=[\\d.,])${edge}+(?=[\\d.,])`, 'g')

/**
 * The visible text of a piece of an HTML page: tags and hidden elements dropped, character references decoded, white space
 * folded. `<br>` and the edges of blocks, `sup`, `sub` and `a` are spaces. So is any edge between two digits: styles may raise,
 * move or hide one of them. An evidence check can repeat it without the page around.
 */
export function sliceText(html: string): string {
  if (!html.includes('<')) return foldedText(decodeReferences(html))
  const pieces = visiblePieces(html).map((piece) =>
    typeof piece === 'string' ? piece : isSpaced(piece.name) ? ' ' : edge,
  )
  const text = foldedText(decodeReferences(pieces.toArray().join('')))
  return foldedText(text.replace(edgeInFigure, ' ').replaceAll(edge, ''))
}

/** The tags and texts that are in no hidden element. */
function* visiblePieces(html: string): Generator<Tag | string> {
  let hidden: { readonly name: string; depth: number } | undefined
  for (const piece of piecesOf(html)) {
    if (hidden === undefined) {
      yield piece
      if (typeof piece !== 'string' && isHiding(piece)) hidden = { name: piece.name, depth: 1 }
    } else if (typeof piece !== 'string' && piece.name === hidden.name) {
      hidden.depth += piece.isEnd ? -1 : 1
      if (hidden.depth === 0) hidden = undefined
    }
  }
}

type Tag = { readonly name: string; readonly isEnd: boolean; readonly attributes: string }

/** The tags and texts of a piece of HTML, without comments. */
function* piecesOf(html: string): Generator<Tag | string> {
  let index = 0
  const next = (pattern: RegExp): readonly string[] | undefined => {
    pattern.lastIndex = index
    const match = pattern.exec(html)
    if (match !== null) index = pattern.lastIndex
    return match ?? undefined
  }
  while (index < html.length) {
    const found = next(tag)
    if (found !== undefined) {
      const [, slash, name = '', attributes = ''] = found
      yield { name: name.toLowerCase(), isEnd: slash === '/', attributes }
    } else if (next(comment) === undefined) yield next(plainText)?.[0] ?? ''
  }
}

function isHiding({ name, isEnd, attributes }: Tag): boolean {
  return !isEnd && !voidNames.has(name) && isHiddenInMarkup(name, attributesOf(attributes))
}

function attributesOf(text: string): readonly { readonly name: string; readonly value: string }[] {
  return [...text.matchAll(attribute)].map(([, name = '', ...values]) => ({
    name: name.toLowerCase(),
    value: decodeReferences(values.find((value) => value !== undefined) ?? ''),
  }))
}

/** The piece of an HTML text at `char=a,b`; `undefined` if there is none. */
export function pieceAt(html: string, word: string): string | undefined {
  const range = /^char=(\d{1,9}),(\d{1,9})$/.exec(word)
  if (range === null) return undefined
  const [from, to] = [parseWhole(range[1] ?? ''), parseWhole(range[2] ?? '')]
  if (from === undefined || to === undefined) return undefined
  return from <= to && to <= html.length ? html.slice(from, to) : undefined
}

/** A text of a page with its character references decoded, without the NUL characters that HTML drops. */
export function decodeReferences(text: string): string {
  const withoutNul = text.replaceAll('\0', '')
  if (!withoutNul.includes('&')) return withoutNul
  // A leading character keeps white space at the start.
  const { childNodes } = parseFragment(`.${withoutNul.replaceAll('<', '&lt;')}`)
  const texts = childNodes.map((node) => ('value' in node ? node.value : ''))
  return texts.join('').slice(1)
}
