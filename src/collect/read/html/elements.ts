import { html, type DefaultTreeAdapterTypes, type Token } from 'parse5'
import type { SourcePage } from '../source/page-schema.ts'
import { declarationsOf, hidingBy, type Hiding } from './hidden-style.ts'

export type HtmlNode = DefaultTreeAdapterTypes.Node
export type HtmlElement = DefaultTreeAdapterTypes.Element

/** What a visit of a page does at each node. */
type Visitor<T> = {
  /** Returns what `leave` gets after the children; `undefined` leaves the element out with all that is in it. */
  readonly enter: (element: HtmlElement) => T | undefined
  readonly leave?: (entered: T) => void
  readonly text?: (node: DefaultTreeAdapterTypes.TextNode) => void
}

/** Visits the elements and texts of a page in their order, without recursion: pages can be nested deeply. */
export function visitNodes<T>(page: HtmlNode, { enter, leave, text }: Visitor<T>): void {
  const childrenOf = (node: HtmlNode) => ('childNodes' in node ? node.childNodes : [])
  const stack = [{ children: childrenOf(page).values(), entered: undefined as T | undefined }]
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { value: node } = frame.children.next()
    if (node === undefined) {
      stack.pop()
      if (frame.entered !== undefined) leave?.(frame.entered)
    } else if ('tagName' in node) {
      const entered = enter(node)
      if (entered !== undefined) stack.push({ children: childrenOf(node).values(), entered })
    } else if ('value' in node) text?.(node)
  }
}

type Attribute = Pick<Token.Attribute, 'name' | 'value'>

const blockNames = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section select summary ' +
    'table tbody td textarea tfoot th thead title tr ul button'
  ).split(' '),
)

const neverShown = new Set(
  'script style template noscript iframe object audio video canvas svg datalist noembed noframes'.split(
    ' ',
  ),
)

/** Whether an element begins and ends a block of text. */
export function isBlockName(name: string): boolean {
  return blockNames.has(name)
}

/** Elements that hold the marks of footnotes: a raised or linked digit is no digit of the figure before it. */
const markNames = new Set(['sup', 'sub', 'a'])

/** Whether the edges of an element count as spaces in its text. */
export function isSpaced(name: string): boolean {
  return name === 'br' || isBlockName(name) || markNames.has(name)
}

/** Whether an element has no visible text, whatever its attributes. */
export function isNeverShown(name: string): boolean {
  return neverShown.has(name)
}

/** Whether the markup itself hides an element; style sheets are not read. */
export function isHiddenInMarkup(name: string, attributes: readonly Attribute[]): boolean {
  return hidingInMarkup(name, attributes) === 'hidden'
}

/** How the markup itself hides an element. */
export function hidingInMarkup(
  name: string,
  attributes: readonly Attribute[],
  ignored: readonly string[] = [],
): Hiding | undefined {
  if (neverShown.has(name)) return 'hidden'
  const isClosed =
    (name === 'dialog' && attributes.every(({ name }) => name !== 'open')) ||
    attributes.some(({ name }) => name === 'hidden' || name === 'popover')
  const written = attributes.find((attribute) => attribute.name === 'style')?.value
  if (written === undefined) return isClosed ? 'hidden' : undefined
  const { style: whole, others } = declarationsOf(written)
  const style = new Map([...whole].filter(([one]) => !ignored.includes(one)))
  const hiding = hidingBy(name, isBlockName(name), style)
  // A display of its own shows the element, unless a style sheet says that it does not.
  if (isClosed) return style.has('display') && hiding !== 'hidden' ? 'unclear' : 'hidden'
  const isSure = others?.every((one) => hidingBy(name, isBlockName(name), one) === hiding)
  return isSure === true ? hiding : 'unclear'
}

/** How a page hides an element. */
export type HidingOf = (element: HtmlElement) => Hiding | undefined

/** How a page hides its elements. `show` takes away only the hiding of the very elements that it names. */
export function hidingOfPage(document: HtmlNode, { hide = [], show = [] }: SourcePage): HidingOf {
  let around: readonly ReadonlySet<HtmlNode>[] | undefined
  return (element) => {
    const { tagName, attrs } = element
    if (isSelected(element, hide) || isNeverShown(tagName)) return 'hidden'
    if (isSelected(element, show)) return undefined
    const hiding = hidingInMarkup(tagName, attrs)
    if (hiding !== 'hidden') return hiding
    around ??= aroundShown(document)
    const shown = inheritedKinds.filter((_, kind) => around?.[kind]?.has(element)).flat()
    return hidingInMarkup(tagName, attrs, shown) === 'hidden' ? 'hidden' : 'unclear'
  }
}

/** Declarations that hide what inherits them. An element inside with a value of its own is seen. */
const inheritedKinds = [['visibility'], ['color', 'text-fill-color'], ['font-size', 'font']]

/** Elements with a colour or a size of their own. */
const ownInk = new Set('a button font mark'.split(' '))

/** For each kind, the elements around those that do not inherit it. */
function aroundShown(document: HtmlNode): readonly ReadonlySet<HtmlNode>[] {
  const around = inheritedKinds.map(() => new Set<HtmlNode>())
  // Tables inherit neither colours nor sizes then.
  const isQuirky = 'mode' in document && document.mode === html.DOCUMENT_MODE.QUIRKS
  const enter = (element: HtmlElement): true => {
    if (hidingInMarkup(element.tagName, element.attrs) === 'hidden') return true
    const { style } = declarationsOf(attributeOf(element, 'style') ?? '')
    const isOwn = ownInk.has(element.tagName) || (isQuirky && element.tagName === 'table')
    for (const [kind, names] of inheritedKinds.entries()) {
      const written = names.map((name) => style.get(name) ?? 'inherit')
      if (written.every((one) => isInherited.test(one)) && !(isOwn && kind > 0)) continue
      addAround(element, around[kind])
    }
    return true
  }
  visitNodes(document, { enter })
  return around
}

/** A value that gives nothing if the element around it has nothing. */
const isInherited = /^(?:inherit|unset|currentcolor|smaller|larger|.*(?:[^r]em|ex|ch|%))$/

function addAround(element: HtmlElement, around: Set<HtmlNode> | undefined): void {
  let one: HtmlNode | null = element.parentNode
  while (one !== null && around?.has(one) === false) {
    around.add(one)
    one = 'parentNode' in one ? one.parentNode : null
  }
}

/** Whether the markup itself strikes out the text of an element. */
export function isStruckInMarkup(element: HtmlElement): boolean {
  if (['del', 's', 'strike'].includes(element.tagName)) return true
  const written = attributeOf(element, 'style')
  if (written === undefined) return false
  const { style } = declarationsOf(written)
  return ['text-decoration', 'text-decoration-line'].some(
    (name) => style.get(name)?.includes('line-through') === true,
  )
}

/** The value of an attribute. */
export function attributeOf({ attrs }: HtmlElement, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}

/** Whether an element has a class. */
export function hasClass(element: HtmlElement, name: string): boolean {
  return (attributeOf(element, 'class') ?? '').split(/\s+/).includes(name)
}

/** Whether an element is one of those that selectors (`.class`, `#id`) name. */
function isSelected(element: HtmlElement, selectors: readonly string[]): boolean {
  return selectors.some((selector) =>
    selector.startsWith('#')
      ? attributeOf(element, 'id') === selector.slice(1)
      : hasClass(element, selector.slice(1)),
  )
}
