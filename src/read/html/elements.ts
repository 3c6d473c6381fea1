import type { DefaultTreeAdapterTypes, Token } from 'parse5'
import { hidingBy, type Hiding, type Style } from './hidden-style.ts'

export type HtmlNode = DefaultTreeAdapterTypes.Node
export type HtmlElement = DefaultTreeAdapterTypes.Element
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
export function hidingInMarkup(name: string, attributes: readonly Attribute[]): Hiding | undefined {
  if (neverShown.has(name)) return 'hidden'
  if (name === 'dialog' && attributes.every(({ name }) => name !== 'open')) return 'hidden'
  if (attributes.some(({ name }) => name === 'hidden' || name === 'popover')) return 'hidden'
  const style = attributes.find((attribute) => attribute.name === 'style')
  return style === undefined
    ? undefined
    : hidingBy(name, isBlockName(name), declarationsOf(style.value))
}

/** The declarations of a `style` attribute by their names. Of two for one name the last one counts, or one that is important. */
function declarationsOf(style: string): Style {
  const declarations = new Map<string, string>()
  const important = new Set<string>()
  for (const text of style
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .toLowerCase()
    .split(';')) {
    const [name = '', value = ''] = text.split(':', 2).map((part) => part.trim())
    const isImportant = /!\s*important$/.test(value)
    if (important.has(name) && !isImportant) continue
    if (isImportant) important.add(name)
    declarations.set(name, value.replace(/!.*$/, '').replaceAll(/\s+/g, ' ').trim())
  }
  return declarations
}

/** Whether the markup itself strikes out the text of an element. */
export function isStruckInMarkup(element: HtmlElement): boolean {
  if (['del', 's', 'strike'].includes(element.tagName)) return true
  const written = attributeOf(element, 'style')
  if (written === undefined) return false
  const style = declarationsOf(written)
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
export function isSelected(element: HtmlElement, selectors: readonly string[]): boolean {
  return selectors.some((selector) =>
    selector.startsWith('#')
      ? attributeOf(element, 'id') === selector.slice(1)
      : hasClass(element, selector.slice(1)),
  )
}
