/** The files of a workbook that say how cells look. */
export type WorkbookFiles = {
  readonly styles: string
  readonly theme: string
  /** The files of the sheets, in the order of the workbook. */
  readonly sheets: readonly string[]
}

/** Files by their names, as the library gives them with `bookFiles`. */
export type RawFiles = Readonly<Record<string, { readonly content?: Uint8Array }>>

/** Finds the files of a workbook by the relations between them. */
export function workbookFiles(files: RawFiles): WorkbookFiles {
  const textOf = (name: string): string => new TextDecoder().decode(files[name]?.content)
  const workbook = targetOf(relationsOf('', textOf), 'officeDocument') ?? ''
  const relations = relationsOf(workbook, textOf)
  const fileOf = (type: string): string => textOf(targetOf(relations, type) ?? '')
  const sheets = tagsOf(textOf(workbook))
    .filter(({ name, isEnd }) => name === 'sheet' && !isEnd)
    .map(({ attributes }) => {
      const id = attributes.entries().find(([key]) => /(?:^|:)id$/.test(key))?.[1]
      return textOf(relations.find((one) => one.id === id)?.target ?? '')
    })
  return { styles: fileOf('styles'), theme: fileOf('theme'), sheets: [...sheets] }
}

type Relation = { readonly id: string; readonly type: string; readonly target: string }

/** The relations of a file, or of the package. */
function relationsOf(name: string, textOf: (name: string) => string): readonly Relation[] {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const relations = textOf(`${folder}_rels/${name.slice(folder.length)}.rels`)
  const attributeOf = (tag: XmlTag, key: string): string => tag.attributes.get(key) ?? ''
  return [...tagsOf(relations)].flatMap((tag) => {
    const target = attributeOf(tag, 'Target')
    if (tag.name !== 'Relationship' || tag.isEnd) return []
    const path = target.startsWith('/') ? target.slice(1) : folder + target.replace(/^\.\//, '')
    return [{ id: attributeOf(tag, 'Id'), type: attributeOf(tag, 'Type'), target: path }]
  })
}

function targetOf(relations: readonly Relation[], type: string): string | undefined {
  return relations.find((one) => one.type.endsWith(`/${type}`))?.target
}

/** The most bytes that the files of a workbook may have when they are inflated, and the most files. */
const limits = { inflated: 64 * 1024 * 1024, files: 1_000 }

/** The size of an entry whose real size stands in a field of Zip64. */
const zip64 = 0xffffffff
const signatures = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 }
/** The length of the record at the end of a ZIP file without its comment, and of an entry of the directory without its texts. */
const [endLength, entryLength] = [22, 46]

/**
 * Why bytes are no workbook that may be opened: no ZIP file, cut off, or too large when inflated. The sizes are those that the file
 * declares; a file that lies ends at the memory limit of the reader's process.
 */
export function zipProblem(body: Uint8Array): string | undefined {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (body.byteLength < endLength || view.getUint32(0, true) !== signatures.file)
    return 'This is not an XLSX workbook.'
  const end = endOf(view)
  if (end === undefined) return 'The workbook is cut off.'
  const count = view.getUint16(end + 10, true)
  if (count > limits.files) return `The workbook has ${count} files.`
  let [inflated, offset] = [0, view.getUint32(end + 16, true)]
  for (let index = 0; index < count; index++) {
    if (offset + entryLength > end || view.getUint32(offset, true) !== signatures.entry)
      return 'The workbook is damaged.'
    const size = view.getUint32(offset + 24, true)
    if (size === zip64)
      return 'The workbook is a Zip64 file, which is not read; enter its rates by hand.'
    inflated += size
    const texts = [28, 30, 32].map((field) => view.getUint16(offset + field, true))
    offset += texts.reduce((sum, length) => sum + length, entryLength)
  }
  if (inflated > limits.inflated) return `The workbook has ${inflated} bytes when inflated.`
  return undefined
}

/** The offset of the record at the end of a ZIP file. A comment of up to 65,535 bytes may follow it. */
function endOf(view: DataView): number | undefined {
  const lowest = Math.max(0, view.byteLength - endLength - 0xffff)
  for (let offset = view.byteLength - endLength; offset >= lowest; offset--)
    if (view.getUint32(offset, true) === signatures.end) return offset
  return undefined
}

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
