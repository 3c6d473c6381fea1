import { white, type Colour } from '../colour.ts'
import { isOn, type XmlTag } from './xml-tags.ts'

/** The properties that a style of conditional formatting gives a cell. An absent one stays as it is. */
export type StyleChange = {
  readonly isStruck?: boolean
  readonly text?: Colour
  readonly ground?: Colour
  /** True if its number format prints nothing. */
  readonly isBlank?: boolean
}

/** Reads the tags of a style of conditional formatting. */
export function changeOf(tags: readonly XmlTag[], colourOf: (tag: XmlTag) => Colour): StyleChange {
  const change: { -readonly [Key in keyof StyleChange]: StyleChange[Key] } = {}
  let isFont = false
  for (const tag of tags) {
    const { name, isEnd, attributes } = tag
    if (name === 'font') isFont = !isEnd
    else if (isEnd) continue
    else if (name === 'strike') change.isStruck ||= isOn(tag)
    else if (name === 'color' && isFont) change.text = colourOf(tag)
    else if (name === 'gradientFill') change.ground = undefined
    // Such a style has the colour of its fill in `bgColor`.
    else if (name === 'bgColor') change.ground = attributes.has('auto') ? white : colourOf(tag)
    else if (name === 'numFmt')
      change.isBlank = /^(?:;|\s|&quot;)+$/.test(attributes.get('formatCode') ?? '')
  }
  return change
}
