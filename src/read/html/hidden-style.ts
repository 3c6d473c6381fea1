/** The declarations of a `style` attribute by their names. */
export type Style = ReadonlyMap<string, string>

/** `unclear`: the element is hidden only if a style sheet, which is not read, adds a declaration. */
export type Hiding = 'hidden' | 'unclear'

/** A longer value is an image or a font. It bounds the work for each element. */
const longestValue = 200

/** Less than a tenth: a person sees as little of it as of nothing. */
const faint = String.raw`(?:0+(?:\.0\d*)?|0*\.0\d*|0*\d(?:\.\d+)?%)`
const faintValue = new RegExp(`^${faint}$`)
const isFaint = (value: string): boolean => faintValue.test(value)
const faintColour = new RegExp(
  String.raw`^(?:transparent|#(?:[\da-f]{3}[01]|[\da-f]{6}[01][\da-f])|\w+\((?:[^,()]+,){3}\s*${faint}\s*\)|\w+\([^()]*\/\s*${faint}\s*\))$`,
)

/** A length that leaves no room for a text. */
const isNone = (value: string): boolean => /^[+-]?(?:0*\.?0+[a-z%]*|0*1(?:\.\d+)?px)$/.test(value)

/** A length that moves a text out of every window to the left or the top. */
const isAway = (value: string): boolean =>
  /^-(?:(?:[5-9]\d\d|\d{4,})[\d.]*(?:px|pt)?|(?:[4-9]\d|\d{3,})[\d.]*(?:r?em|ch|pc|cm|in)|\d{3,}[\d.]*(?:[a-z]*v[a-z]+|mm)|(?:[2-9]\d\d|\d{4,})[\d.]*%)$/.test(
    value,
  )

/** The arguments of each function in a value. */
function callsOf(value: string): readonly { readonly name: string; readonly args: string[] }[] {
  return [...value.matchAll(/([\w-]+)\(([^()]*)\)/g)].map(([, name = '', args = '']) => ({
    name,
    args: args.split(/[\s,]+/).filter((one) => one !== ''),
  }))
}

/** How a `style` attribute hides the text of an element, as Chromium shows it (decision 087). */
export function hidingBy(tag: string, isBlock: boolean, written: Style): Hiding | undefined {
  const style = new Map([...written].filter(([, value]) => value.length <= longestValue))
  const of = (name: string): string => style.get(name) ?? ''
  const isHidden =
    of('display') === 'none' ||
    ['hidden', 'collapse'].includes(of('visibility')) ||
    isFaint(of('opacity')) ||
    /^(?:0*\.?0+[a-z%]*|0*\.\d+p[xt])$/.test(of('font-size')) ||
    /(?:^|\s)0*\.?0+[a-z%]*(?:\/|\s)/.test(of('font')) ||
    hasNoInk(style) ||
    isFilteredOut(of('filter')) ||
    ['mask', 'mask-image', '-webkit-mask', '-webkit-mask-image'].some((name) =>
      isClearMask(of(name)),
    ) ||
    isCutAway(of('clip-path'))
  if (isHidden) return 'hidden'
  const found = boxHidings(tag, boxOf(tag, isBlock, style), style)
  return found.find((one) => one === 'hidden') ?? found[0]
}

/** Whether the colour of the text is transparent or that of its own background. A text that cuts out its background is seen. */
function hasNoInk(style: Style): boolean {
  const colour = style.get('-webkit-text-fill-color') ?? style.get('color') ?? ''
  const clip = style.get('-webkit-background-clip') ?? style.get('background-clip')
  if (colour === '' || clip === 'text') return false
  const background = style.get('background-color') ?? style.get('background') ?? ''
  const [ink, ground] = [plainColour(colour), plainColour(background)]
  return faintColour.test(colour) || (ink !== undefined && ink === ground)
}

function plainColour(colour: string): string | undefined {
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(colour)?.slice(1)
  if (short !== undefined) return `#${short.map((digit) => digit + digit).join('')}`
  const names: Readonly<Record<string, string>> = { white: '#ffffff', black: '#000000' }
  return /^(?:#|rgb|hsl)/.test(colour) ? colour.replaceAll(' ', '') : names[colour]
}

function isFilteredOut(filter: string): boolean {
  return callsOf(filter).some(
    ({ name, args: [arg = ''] }) =>
      (name === 'opacity' && isFaint(arg)) || (name === 'blur' && /^(?:[5-9]|\d\d+)/.test(arg)),
  )
}

function isClearMask(mask: string): boolean {
  const [, stops] = /^[a-z-]+-gradient\((.*)\)$/.exec(mask) ?? []
  return stops?.split(',').every((stop) => stop.includes('transparent')) === true
}

function isCutAway(path: string): boolean {
  const [{ name, args } = { name: '', args: [] }] = callsOf(path)
  const [top = '', right = top, bottom = top, left = right] = args
  if (name === 'circle' || name === 'ellipse') return args.slice(0, 2).some(isNone)
  if (name === 'polygon') {
    const isFlat = (from: 0 | 1) =>
      new Set(args.filter((_, at) => at % 2 === from).map((one) => one.replace(/^0\D*$/, '0')))
        .size === 1
    return isFlat(0) || isFlat(1)
  }
  if (name === 'rect') return args.length === 4 && args.every(isNone)
  const isHalf = (side: string) => /^(?:[5-9]\d|\d{3,})(?:\.\d+)?%$/.test(side)
  return (
    name === 'inset' &&
    ([top, right, bottom, left].some((side) => /^\d{3,}(?:\.\d+)?%$/.test(side)) ||
      (isHalf(top) && isHalf(bottom)) ||
      (isHalf(left) && isHalf(right)))
  )
}

const tableParts = new Set('table thead tbody tfoot tr td th'.split(' '))

type Box = 'block' | 'table' | 'inline'

/** The box of an element. Inline elements and parts of tables ignore many declarations. */
function boxOf(tag: string, isBlock: boolean, style: Style): Box {
  const display = style.get('display') ?? ''
  const isTaken = ['absolute', 'fixed'].includes(style.get('position') ?? '')
  if (isTaken || ['left', 'right'].includes(style.get('float') ?? '')) return 'block'
  if (display === 'inline' || display === 'contents') return 'inline'
  if (display.startsWith('table')) return 'table'
  if (display === '' && tableParts.has(tag)) return 'table'
  return display !== '' || isBlock ? 'block' : 'inline'
}

/** The declarations that hide a box, or would hide another kind of box. */
function boxHidings(tag: string, box: Box, style: Style): readonly Hiding[] {
  const of = (name: string): string => style.get(name) ?? ''
  const some = (names: string, test: (value: string) => boolean): boolean =>
    names.split(' ').some((name) => of(name).split(' ').some(test))
  const hiding = (isMeant: boolean, isSure: boolean): readonly Hiding[] =>
    isMeant ? [isSure ? 'hidden' : 'unclear'] : []
  const isCell = tag === 'td' || tag === 'th'
  const isTaken = ['absolute', 'fixed'].includes(of('position'))
  const isPlaced = isTaken || ['relative', 'sticky'].includes(of('position'))
  const [{ name, args: clip } = { name: '', args: [] }] = callsOf(of('clip'))
  const [over = '', beside = over, , before = beside] = of('margin').split(' ')
  const [top, right, bottom, left] = clip.map((side) => side.replace(/^0\D*$/, '0'))
  return [
    ...hiding(some('left top right bottom inset', isAway), isPlaced),
    ...hiding(/^(?:[5-9]\d{3}|\d{5,})px$/.test(of('left')), isPlaced),
    ...hiding([over, of('margin-top')].some(isAway), box === 'block' || tag === 'table'),
    ...hiding([before, of('margin-left')].some(isAway), box !== 'table' || tag === 'table'),
    ...hiding(some('text-indent', isAway), box === 'table'),
    ...hiding(/^(?:\d{3,}%|\d{4,}px)$/.test(of('text-indent')) && isCutOff(style), false),
    ...hiding(name === 'rect' && clip.length === 4 && (top === bottom || left === right), isTaken),
    ...hiding(isMovedAway(style), box !== 'inline'),
    ...hiding(of('content-visibility') === 'hidden', box === 'block' || isCell),
    ...sizeHidings(box, style),
  ]
}

function isMovedAway(style: Style): boolean {
  const of = (name: string): string => style.get(name) ?? ''
  const parts = [
    ...callsOf(of('transform')),
    ...['scale', 'translate', 'rotate'].map((name) => ({ name, args: of(name).split(' ') })),
  ]
  return parts.some(({ name, args }) => {
    const [first = '', second = '', third = '', fourth = ''] = args
    if (name === 'matrix')
      return (isFaint(first) && isFaint(second)) || (isFaint(third) && isFaint(fourth))
    if (/^scale(?:x|y|3d)?$/.test(name)) return isFaint(first) || isFaint(second)
    if (name.startsWith('translate')) return args.some(isAway)
    const angle = name === 'rotate' && /^[xy]$/.test(first) ? second : first
    const isTurned = /^rotate[xy]$/.test(name) || angle !== first
    return isTurned && /^-?(?:90deg|270deg|0?\.[27]5turn|[13]00grad)$/.test(angle)
  })
}

const sizes = 'height max-height width max-width block-size max-block-size inline-size'.split(' ')

/** A size of nothing hides what is cut off at it. Table cells grow with their text, and flexible boxes have another size. */
function sizeHidings(box: Box, style: Style): readonly Hiding[] {
  const of = (name: string): string => style.get(name) ?? ''
  if (!sizes.some((name) => isNone(of(name))) || of('text-overflow') === 'ellipsis') return []
  if (isCutOff(style)) return [box === 'block' ? 'hidden' : 'unclear']
  const flexible = ['flex', 'flex-grow', 'min-width', 'min-height']
  return box === 'block' && !flexible.some((name) => style.has(name)) ? ['unclear'] : []
}

/** Whether what does not fit into a box is not shown. */
function isCutOff(style: Style): boolean {
  const contain = style.get('contain') ?? ''
  return (
    ['overflow', 'overflow-x', 'overflow-y'].some((name) =>
      /hidden|clip|auto|scroll/.test(style.get(name) ?? ''),
    ) || /paint|strict|content/.test(contain)
  )
}
