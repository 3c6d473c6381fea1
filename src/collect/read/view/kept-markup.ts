import { isBlockName, isHiddenInMarkup, type HtmlElement } from '../html/elements.ts'

/** Elements that show text and load nothing. All others become `div` or `span`. */
export const keptElements: readonly string[] = (
  'abbr address article aside b bdi blockquote br caption cite code col colgroup dd del dfn div dl dt em figcaption figure footer ' +
  'h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot ' +
  'th thead tr tt u ul var wbr'
).split(' ')
const kept = new Set(keptElements)

/** Elements that go with all that is in them. */
const removed = new Set(
  (
    'script style template noscript noembed noframes iframe frame frameset object embed applet audio video canvas svg math datalist ' +
    'head title base link meta input portal fencedframe xmp plaintext'
  ).split(' '),
)

/** Elements without content and end tag. */
const empty = new Set(['br', 'col', 'hr', 'wbr'])

/** The attributes that are kept, and the values that they may have. */
const attributes: ReadonlyMap<string, RegExp> = new Map([
  ['colspan', /^\d{1,3}$/],
  ['rowspan', /^\d{1,3}$/],
  ['span', /^\d{1,3}$/],
  ['align', /^(?:left|right|center)$/],
  ['dir', /^(?:ltr|rtl|auto)$/],
])

/** The declarations of `style` attributes that are kept. Their values are single words and lengths, so they cannot name a file. */
const declarations: ReadonlyMap<string, RegExp> = new Map([
  ['text-align', /^(?:left|right|center)$/],
  ['text-decoration', /^line-through$/],
  ['font-weight', /^(?:bold|normal|\d00)$/],
  ['font-style', /^italic$/],
  ['vertical-align', /^(?:super|sub)$/],
])

/** The tags of an element in a view; `undefined` if it is left out with its content. */
export type ViewTags = { readonly start: string; readonly end: string }

/**
 * The tags that take the place of an element's own ones. Nothing of the page gets into them but values of the lists above. What the
 * reader takes for hidden is hidden, unless it is shown.
 */
export function tagsOf(
  { tagName, attrs, namespaceURI }: HtmlElement,
  isShown: boolean,
): ViewTags | undefined {
  if (removed.has(tagName) || !namespaceURI.endsWith('/xhtml')) return undefined
  const name = kept.has(tagName) ? tagName : isBlockName(tagName) ? 'div' : 'span'
  const own = attrs.flatMap(({ name, value }) => {
    if (name === 'style') return styleOf(value)
    const text = value.trim().toLowerCase()
    return attributes.get(name)?.test(text) === true ? [` ${name}="${text}"`] : []
  })
  if (!isShown && isHiddenInMarkup(tagName, attrs)) own.push(' hidden')
  return { start: `<${name}${own.join('')}>`, end: empty.has(name) ? '' : `</${name}>` }
}

function styleOf(style: string): readonly string[] {
  const safe = style
    .toLowerCase()
    .split(';')
    .flatMap((text) => {
      const [name = '', value = ''] = text.split(':', 2).map((part) => part.trim())
      return declarations.get(name)?.test(value) === true ? [`${name}:${value}`] : []
    })
  return safe.length === 0 ? [] : [` style="${safe.join(';')}"`]
}
