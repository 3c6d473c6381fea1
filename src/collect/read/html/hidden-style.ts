import { faint, type Hiding, type Style } from './declarations.ts'
import { hidingByColour } from './text-colour.ts'

/** A longer value is an image or a font. It bounds the work for each element. */
const longestValue = 200

const faintValue = new RegExp(`^${faint}$`)
const isFaint = (value: string): boolean => faintValue.test(value)

/** Without functions, escapes and exponents. */
const plain = /^(?!.*(?:[(\\]|\de[-+]?\d))/

/** A length that a function makes and that leaves room for a text. */
const roomy = String.raw`(?:clamp|max)\((?:[1-9]\d*|0?\.[3-9])[\d.]*(?:px|pt|r?em),.*|calc\(\d*[1-9]\d*[a-z%]+ \+ [\d.]+[a-z%]+\)|calc\(100[a-z%]+ - [1-4]?\d?\d(?:\.\d+)?[a-z]+\)`
const roomyValue = new RegExp(`^(?:${roomy})$`)

/** The values that the reader understands of declarations that can hide. It says of others that they may hide. */
const understood = new Map(
  Object.entries({
    color: /./,
    'text-fill-color': /./,
    display: plain,
    visibility: plain,
    position: plain,
    opacity: plain,
    'content-visibility': plain,
    'font-size': new RegExp(`${plain.source}|^(?:${roomy})$`),
    font: new RegExp(`${plain.source}|var`),
    zoom: /^(?:0|[a-z]+|\d*[1-9]\d*(?:\.\d+)?%?|0?\.[3-9]\d*)$/,
    scale: plain,
    translate: plain,
    rotate: /^(?:[a-z]+|(?:[xyz] )?-?[\d.]+[a-z]+|-?[\d.]+[a-z]+ [xyz])$/,
    transform:
      /^(?:[a-z]+|(?: ?(?:translate(?:x|y|z|3d)?|scale(?:x|y|3d)?|rotate[xyz]?|matrix)\((?!.*\de[-+]?\d)[^()\\]*\))+)$/,
    filter:
      /^(?:[a-z]+|(?: ?(?:(?:opacity|grayscale|sepia|saturate|hue-rotate)\([\w.%-]*\)|blur\([\d.]*(?:px)?\)|invert\((?:0|1|100%)?\)|(?:brightness|contrast)\((?:1?\d\d%|0?\.[3-9]\d*|1(?:\.\d+)?)?\)|drop-shadow\((?:[^()]|\([^()]*\))*\)))+)$/,
    mask: /^(?:[a-z]+|[a-z-]+-gradient\([a-z]+(?:, ?[a-z]+)*\))$/,
    clip: /^(?:[a-z]+|rect\([^()\\]*\))$/,
    'clip-path':
      /^(?:[a-z-]+|(?:inset|circle|ellipse|polygon|rect)\((?!.*(?:\de[-+]?\d|\d{3}[\d.]*[a-z]))[^()\\]*\))$/,
    'mix-blend-mode': /^(?:normal|inherit|initial|unset)$/,
    offset: /^none$/,
    'offset-path': /^none$/,
    'grid-template-rows': /^(?!.*(?:^|[\s(])0(?:fr|px|%)?(?:[\s,)]|$))/,
  }),
)

/** A length that leaves no room for a text. */
const isNone = (value: string): boolean => /^[+-]?(?:0*\.?0+[a-z%]*|0*1(?:\.\d+)?px)$/.test(value)

/** A length that moves a text out of every window to the left or the top. */
const isAway = (value: string): boolean =>
  /^-(?:(?:[5-9]\d\d|\d{4,})[\d.]*(?:px|pt)?|(?:[4-9]\d|\d{3,})[\d.]*(?:r?em|ch|pc|cm|in)|\d{3,}[\d.]*(?:[a-z]*v[a-z]+|mm)|(?:[2-9]\d\d|\d{4,})[\d.]*%)$/.test(
    value,
  )

/** A length that moves a text out of every window to the right or the bottom. */
const isFar = (value: string): boolean =>
  /^(?:(?:[5-9]\d{3}|\d{5,})[\d.]*(?:px|pt)?|\d{4,}[\d.]*(?:r?em|%|[a-z]*v[a-z]+))$/.test(value)

/** A whole width or height, which moves a text out of some boxes and windows. */
const isWhole = (value: string): boolean =>
  /^(?:-[1-9]\d\d|[1-9]\d\d)[\d.]*(?:%|[a-z]*v[a-z]+)$/.test(value)

/** A function that may move a text out of the window. */
const isOdd = (value: string): boolean =>
  !plain.test(value) &&
  /[*\\]|(?<![\d.])(?:[7-9]\d\d|\d{4}|\d{3}[\d.]*(?:%|[a-z]*v[a-z]))|\de[-+]?\d/.test(value)

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
  const isUnseen =
    of('opacity').startsWith('-') ||
    isFaint(of('opacity')) ||
    isFilteredOut(of('filter')) ||
    isClearMask(of('mask')) ||
    isCutAway(of('clip-path'))
  const isHidden =
    of('display') === 'none' ||
    ['hidden', 'collapse'].includes(of('visibility')) ||
    /^(?:0*\.?0+[a-z%]*|0*\.\d+p[xt])$/.test(of('font-size')) ||
    /(?:^|\s)0*\.?0+[a-z%]*(?:\/|\s)/.test(of('font')) ||
    (isUnseen && of('display') !== 'contents')
  const isKnown = [...written].every(([name, value]) => {
    const known = understood.get(name)
    const isShort = value.length <= longestValue
    return !name.includes('\\') && (known === undefined || (isShort && known.test(value)))
  })
  const isTurned =
    of('backface-visibility') === 'hidden' &&
    /\b(?:rotate)?[xy]\b/.test(`${of('rotate')} ${of('transform')}`)
  const found = [
    ...(isHidden ? (['hidden'] as const) : []),
    hidingByColour(style),
    ...boxHidings(tag, boxOf(tag, isBlock, style), style),
    ...(isKnown && !isUnseen && !isTurned ? [] : (['unclear'] as const)),
  ].filter((one) => one !== undefined)
  return found.find((one) => one === 'hidden') ?? found[0]
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

const lengths = new Set(
  'left top right bottom inset margin margin-left margin-top text-indent transform'.split(' '),
)
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
    ...hiding(some('left', isFar), isPlaced),
    ...hiding(some('right bottom inset', isFar), isTaken),
    ...hiding(some('top', isFar), of('position') === 'fixed'),
    ...hiding(some('left top right bottom inset', isWhole), false),
    ...hiding(
      [...style].some(([one, value]) => lengths.has(one) && isOdd(value)),
      false,
    ),
    ...hiding(isAway(over) || some('margin-top', isAway), box === 'block' || tag === 'table'),
    ...hiding(isAway(before) || some('margin-left', isAway), box !== 'table' || tag === 'table'),
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

const sizes = 'height max-height width max-width'.split(' ')

/** A size of nothing hides what is cut off at it. Table cells grow with their text, and flexible boxes have another size. */
function sizeHidings(box: Box, style: Style): readonly Hiding[] {
  const of = (name: string): string => style.get(name) ?? ''
  const isAny = (test: (value: string) => boolean): boolean => sizes.some((name) => test(of(name)))
  // A line of text is higher than this, and a function may give less than a line.
  const isLow = (value: string): boolean =>
    /^\d(?:\.\d+)?px$/.test(value) || (!plain.test(value) && !roomyValue.test(value))
  const isCut = isCutOff(style)
  const isSizeless =
    /strict|(?<!-)\bsize/.test(`${of('contain')} ${of('container-type')}`) && !style.has('height')
  if (isSizeless || of('text-overflow') === 'ellipsis') return isSizeless ? ['unclear'] : []
  if (!isAny(isNone)) return isCut && box === 'block' && isAny(isLow) ? ['unclear'] : []
  const isFlexible = ['flex', 'flex-grow', 'min-width', 'min-height'].some(
    (name) => style.has(name) && !isNone(of(name)),
  )
  if (isCut) return [box === 'block' && !isFlexible ? 'hidden' : 'unclear']
  return box === 'block' && !isFlexible ? ['unclear'] : []
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
