// The build for browsers uses no module of Node.
import { unzipSync, zipSync, type UnzipFileInfo } from 'fflate/browser'
import { refuse } from '../refusal.ts'

/** The files of a workbook by their names, in lower case and with `/` between folders. Excel makes no difference there. */
export type WorkbookFiles = ReadonlyMap<string, Uint8Array>

/** The most files of a workbook, and the most bytes that they may have when they are inflated. */
const limits = { files: 1_000, inflated: 64 * 1024 * 1024 }

/** Unpacks a workbook, also one in Zip64. Ends the read if the workbook is too large, or a file of it is not whole. */
export function unzipWorkbook(body: Uint8Array): WorkbookFiles {
  const names = new Set<string>()
  let inflated = 0
  // Each file is inflated into an array of the declared size, so no file gets more memory than this allows.
  const filter = ({ name, originalSize }: UnzipFileInfo): boolean => {
    inflated += originalSize
    if (inflated > limits.inflated)
      refuse(`The workbook has more than ${limits.inflated / 1024 / 1024} MiB when inflated.`)
    if (names.size === limits.files) refuse(`The workbook has more than ${limits.files} files.`)
    if (names.has(fileName(name))) refuse('The workbook has two files of one name.')
    names.add(fileName(name))
    return true
  }
  const files = Object.entries(unzipSync(body, { filter }))
  for (const [name, content] of files)
    if (/\.(?:xml|rels)$/i.test(name) && !isWholeXml(content))
      refuse(`The file ${name.slice(0, 100)} of the workbook is cut off.`)
  return new Map(files.map(([name, content]) => [fileName(name), content]))
}

function fileName(name: string): string {
  return name.replaceAll('\\', '/').toLowerCase()
}

/** Whether a text of XML ends with its first element. The text of a file that is larger than declared ends earlier. */
function isWholeXml(content: Uint8Array): boolean {
  const text = new TextDecoder().decode(content).trimEnd()
  const [first = '', name = ''] = /<([\w:.-]+)[^<>]*>/.exec(text) ?? []
  const last = text.slice(text.lastIndexOf('<'))
  return last.replaceAll(/\s/g, '') === `</${name}>` || (last === first && last.endsWith('/>'))
}

/** A plain ZIP archive of files, without compression and Zip64. */
export function archiveOf(files: WorkbookFiles): Uint8Array {
  // The default time is the present. Nothing reads the time.
  return zipSync(Object.fromEntries(files), { level: 0, mtime: '2000-01-01' })
}

/** The files of a workbook that say how cells look. */
export type StyleFiles = {
  readonly styles: string
  readonly theme: string
  /** The files of the sheets, in the order of the workbook. */
  readonly sheets: readonly string[]
}

/** Finds the files of a workbook that say how cells look, by the relations between files. */
export function styleFiles(files: WorkbookFiles): StyleFiles {
  const textOf = (name: string): string => new TextDecoder().decode(files.get(name.toLowerCase()))
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

/** The elements of a name, each as the tags from its start to its end. */
export function elementsOf(tags: Iterable<XmlTag>, name: string): readonly (readonly XmlTag[])[] {
  const found: XmlTag[][] = []
  let open: XmlTag[] | undefined
  for (const tag of tags) {
    if (tag.name !== name) open?.push(tag)
    else if (tag.isEnd) open = undefined
    else {
      found.push([tag])
      open = tag.isEmpty ? undefined : found.at(-1)
    }
  }
  return found
}

/** Whether a tag such as `<strike/>` or `<strike val="0"/>` switches something on. */
export function isOn({ attributes }: XmlTag): boolean {
  return !['0', 'false'].includes(attributes.get('val') ?? '1')
}
