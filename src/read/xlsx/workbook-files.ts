import { tagsOf, type XmlTag } from './xml-tags.ts'

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
