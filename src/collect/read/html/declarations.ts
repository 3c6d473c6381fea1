/** The declarations of a `style` attribute by their names. */
export type Style = ReadonlyMap<string, string>

/** `unclear`: the element is hidden only if a style sheet, which is not read, adds a declaration, or the reader does not understand one. */
export type Hiding = 'hidden' | 'unclear'

/** Less than a tenth: a person sees as little of it as of nothing. */
export const faint = String.raw`(?:0+(?:\.0\d*)?|0*\.0\d*|0*\d(?:\.\d+)?%)`

/** Other names for the same declaration where text runs from left to right and from top to bottom. */
const otherNames: readonly (readonly [RegExp, string])[] = [
  [/^-webkit-/, ''],
  [/^mask-image$/, 'mask'],
  [/inline-size$/, 'width'],
  [/block-size$/, 'height'],
  [/^inset-inline(?:-start)?$/, 'left'],
  [/^inset-inline-end$/, 'right'],
  [/^inset-block(?:-start)?$/, 'top'],
  [/^inset-block-end$/, 'bottom'],
  [/^margin-(?:inline|inline-start|start)$/, 'margin-left'],
  [/^margin-(?:block|block-start|before)$/, 'margin-top'],
]

/** The longest list of declarations that others replace. It bounds the work for each element. */
const mostReplaced = 20

/** The later one of two declarations with one of these values counts. Another value may be invalid, and then the earlier one counts. */
const isValid = new Map(
  Object.entries({
    display:
      /^(?:none|block|inline|contents|flow-root|list-item|inherit|(?:inline-)?(?:block|flex|grid|table)|table-(?:row|cell))$/,
    visibility: /^(?:visible|hidden|collapse|inherit)$/,
  }),
)

/** `others`: what counts where a browser ignores a later value as invalid; `undefined` if there are too many. */
type Declarations = { readonly style: Style; readonly others: readonly Style[] | undefined }

/** The declarations of a `style` attribute. Of two for one name the last one counts, or one that is important. */
export function declarationsOf(written: string): Declarations {
  const declarations = new Map<string, string>()
  const important = new Set<string>()
  const replaced: [name: string, value: string][] = []
  const texts = written
    .replaceAll(/\/\*[^]*?(?:\*\/|$)/g, '')
    .toLowerCase()
    .replaceAll(/"[^"]*"|'[^']*'|\([^()]*\)/g, (part) => part.replaceAll(';', ' '))
    .split(';')
  for (const text of texts) {
    const [, ownName = '', value = ''] = /^([^:]*):([^]*)$/.exec(text) ?? []
    const name = otherNames.reduce((one, [from, to]) => one.replace(from, to), ownName.trim())
    const isImportant = /!\s*important$/.test(value.trim())
    const plain = value.replace(/!.*$/, '').replaceAll(/\s+/g, ' ').trim()
    if (plain === '' || (important.has(name) && !isImportant)) continue
    if (isImportant) important.add(name)
    const before = declarations.get(name)
    if (before !== undefined && before !== plain && isValid.get(name)?.test(plain) !== true)
      replaced.push([name, before])
    declarations.set(name, plain)
  }
  if (replaced.length > mostReplaced) return { style: declarations, others: undefined }
  const others = replaced.map((one) => new Map([...declarations, one]))
  return { style: declarations, others }
}
