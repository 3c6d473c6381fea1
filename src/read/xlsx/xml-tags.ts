/** A tag of an XML text, without the prefix of its name, and the text after it. */
export type XmlTag = {
  readonly name: string
  readonly isEnd: boolean
  readonly isEmpty: boolean
  readonly attributes: ReadonlyMap<string, string>
  readonly text: string
}

// Each pattern has one way to match, so that no text takes longer than its length.
const tag = /<(\/?)([^<>]*)>([^<]*)/g
const tagName = /^(?:[\w.-]+:)?([\w.-]+)/
const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** The tags of an XML text in their order. */
export function* tagsOf(xml: string): Generator<XmlTag> {
  for (const [, end, content = '', text = ''] of xml.matchAll(tag)) {
    const pairs = content.matchAll(attribute)
    yield {
      name: tagName.exec(content)?.[1] ?? '',
      isEnd: end === '/',
      isEmpty: content.endsWith('/'),
      attributes: new Map(pairs.map(([, key = '', quoted, other]) => [key, quoted ?? other ?? ''])),
      text,
    }
  }
}

/** Whether a tag such as `<strike/>` or `<strike val="0"/>` switches something on. */
export function isOn({ attributes }: XmlTag): boolean {
  return !['0', 'false'].includes(attributes.get('val') ?? '1')
}
