/** The declarations of a `style` attribute by their names. */
export type Style = ReadonlyMap<string, string>

/** `unclear`: the element is hidden only if a style sheet, which is not read, adds a declaration, or the reader does not understand one. */
export type Hiding = 'hidden' | 'unclear'

/** Less than a tenth: a person sees as little of it as of nothing. */
const faint = String.raw`(?:0+(?:\.0\d*)?|0*\.0\d*|0*\d(?:\.\d+)?%)`

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

/** The named colours of CSS, with the system colours that word processors write. */
const namedColours = new Map(
  `
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4 black 000000 blanchedalmond ffebcd blue 0000ff
blueviolet 8a2be2 brown a52a2a burlywood deb887 buttontext 000000 cadetblue 5f9ea0 canvas ffffff canvastext 000000 chartreuse 7fff00 chocolate d2691e
coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgray a9a9a9
darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000
darksalmon e9967a darkseagreen 8fbc8f darkslateblue 483d8b darkslategray 2f4f4f darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
deepskyblue 00bfff dimgray 696969 dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22 fuchsia ff00ff gainsboro dcdcdc
ghostwhite f8f8ff gold ffd700 goldenrod daa520 gray 808080 green 008000 greenyellow adff2f grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c
indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080
lightcyan e0ffff lightgoldenrodyellow fafad2 lightgray d3d3d3 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a lightseagreen 20b2aa
lightskyblue 87cefa lightslategray 778899 lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00 limegreen 32cd32 linen faf0e6
magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee
mediumspringgreen 00fa9a mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5
navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500 orchid da70d6 palegoldenrod eee8aa
palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5 peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6
purple 800080 rebeccapurple 663399 red ff0000 rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57
seashell fff5ee sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategray 708090 slategrey 708090 snow fffafa springgreen 00ff7f
steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3 white ffffff whitesmoke f5f5f5
window ffffff windowtext 000000 yellow ffff00 yellowgreen 9acd32
`
    .trim()
    .split(/\s(?=[a-z]+ [\da-f]{6})/)
    .map((one): [name: string, hex: string] => [one.slice(0, -7), `#${one.slice(-6)}`]),
)

const faintColour = new RegExp(
  String.raw`^(?:transparent|#(?:[\da-f]{3}[01]|[\da-f]{6}[01][\da-f])|\w+\((?:(?:[^,()]+,){3}|[^()]*\/)\s*(?:-[\d.]+%?|${faint})\s*\))$`,
)

/** A tenth of the way from black to white. */
const leastDifference = 25n

/** How the colour of a text hides it: it is transparent, or that of its own background. A text that cuts out its background is seen. */
function hidingByColour(style: Style): Hiding | undefined {
  const of = (name: string): string => style.get(name) ?? ''
  const colour = of('text-fill-color') || of('color')
  const ground = `${of('background-color')} ${of('background')}`
  if (/\btext\b/.test(`${of('background-clip')} ${ground}`)) return undefined
  if (faintColour.test(colour))
    return style.has('text-shadow') || style.has('text-stroke') ? 'unclear' : 'hidden'
  const names = ground.match(/#[\da-f]+|\b(?:rgba?|hsla?|url)\([^()]*\)|[a-z]+/g) ?? []
  const grounds = names.flatMap((name) => colourOf(name) ?? []).filter((one) => one.isOpaque)
  const ink = colourOf(colour)
  if (ink === undefined) return isSeen(colour, style, grounds.length > 0) ? undefined : 'unclear'
  const isSame = ({ channels }: Colour): boolean =>
    channels.every((one, at) => {
      const difference = one - (ink.channels[at] ?? 0n)
      return -leastDifference < difference && difference < leastDifference
    })
  if (!grounds.some(isSame)) return undefined
  return grounds.every(isSame) && !ground.includes('url(') ? 'hidden' : 'unclear'
}

type Colour = { readonly channels: readonly bigint[]; readonly isOpaque: boolean }

/** The red, green and blue of a colour. */
function colourOf(written: string): Colour | undefined {
  const colour = namedColours.get(written) ?? written
  const digits = /^#((?:[\da-f]{3,4}){1,2})$/.exec(colour)?.[1]
  if (digits !== undefined) {
    const parts = digits.match(digits.length < 6 ? /./g : /../g) ?? []
    const channels = parts.map((one) => BigInt(`0x${one.padEnd(2, one)}`))
    return { channels: channels.slice(0, 3), isOpaque: (channels[3] ?? 255n) > 230n }
  }
  const [, arguments_ = ''] = /^rgba?\(([\d.%,/\s]+)\)$/.exec(colour) ?? []
  const [red, green, blue, alpha = '1'] = arguments_.match(/\d*\.?\d+%?/g) ?? []
  if (red === undefined || green === undefined || blue === undefined) return undefined
  const channels = [red, green, blue].map((one) => {
    const whole = BigInt(/^\d*/.exec(one)?.[0] ?? '0')
    return one.endsWith('%') ? (whole * 255n) / 100n : whole
  })
  return { channels, isOpaque: /^(?:1(?:\.0+)?|0?\.9\d*|9\d(?:\.\d+)?%|100%)$/.test(alpha) }
}

/** Whether the reader knows that a colour that it cannot compare is seen. A colour of a style sheet is like a class. */
function isSeen(colour: string, style: Style, hasGround: boolean): boolean {
  const variable = /^var\((--[\w-]+)\)$/.exec(colour)?.[1]
  if (variable !== undefined) return !style.has(variable)
  if (!/[(\\]/.test(colour)) return true
  return !hasGround && /^(?:hsla?|hwb|(?:ok)?(?:lab|lch))\((?:[\d.%,/\s-]|deg)*\)$/.test(colour)
}
