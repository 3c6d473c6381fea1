import type { HtmlElement } from './elements.ts'
import type { HeadingRange } from './html-table.ts'

/** The most texts before a table that may name it. */
const headingTexts = 3

/** The headings and texts in effect while a page is walked from top to bottom. */
export type Outline = {
  /** The last heading of each level. A heading ends those of its level and below. */
  readonly sections: (HeadingRange | undefined)[]
  /** The last texts since the last heading or table, or since the body began. */
  texts: readonly HeadingRange[]
}

/** Follows a heading. */
export function addHeading(outline: Outline, level: number, range: HeadingRange): void {
  const { sections } = outline
  sections.length = Math.min(sections.length, level)
  sections[level] = range
  outline.texts = []
}

/** Follows a text that is no heading. */
export function addText(outline: Outline, range: HeadingRange): void {
  outline.texts = [...outline.texts.slice(1 - headingTexts), range]
}

/** The headings above a place, and the texts before it. */
export function headingsAbove({ sections, texts }: Outline): readonly HeadingRange[] {
  return [...sections.filter((section) => section !== undefined), ...texts]
}

/** The attributes by which the label of a tab names the panel that it opens. */
const references: ReadonlySet<string> = new Set([
  'href',
  'aria-controls',
  'data-target',
  'data-bs-target',
  'data-tab',
  'data-toggle-target',
  'onclick',
])

/** The ids that an element refers to: `href="#id"`, `aria-controls="id"`, `onclick="open('id')"`. */
export function referencedIds({ attrs }: HtmlElement): readonly string[] {
  return attrs.flatMap(({ name, value }) => {
    if (!references.has(name) || value.length > 500) return []
    if (name === 'onclick')
      return [...value.matchAll(/['"]#?([\w-]+)['"]/g)].map(([, id = '']) => id)
    const id = /^(#?)([\w-]+)$/.exec(value)
    if (id === null || (name === 'href' && id[1] === '')) return []
    return id[2] ?? []
  })
}
