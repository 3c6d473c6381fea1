import type { HtmlElement } from './elements.ts'
import type { HeadingRange, RunRange } from './table-builder.ts'

/** Longer texts are prose, not names of tables. */
const headingTexts = 3

/** The headings in effect while a page is walked from top to bottom. */
export type Outline = {
  readonly heading: (level: number, range: HeadingRange) => void
  readonly text: (range: HeadingRange) => void
  /** Forgets the texts before: a table ends, or the body begins. */
  readonly clearTexts: () => void
  /** The last texts since the last heading or table, and the headings above. */
  readonly current: () => readonly HeadingRange[]
}

/** Follows the headings of a page: a heading ends those of its level and below. */
export function createOutline(): Outline {
  const sections: (HeadingRange | undefined)[] = []
  let texts: HeadingRange[] = []
  return {
    heading(level, range) {
      sections.length = Math.min(sections.length, level)
      sections[level] = range
      texts = []
    },
    text(range) {
      texts = [...texts.slice(1 - headingTexts), range]
    },
    clearTexts() {
      texts = []
    },
    current: () => [...sections.filter((section) => section !== undefined), ...texts],
  }
}

/** Whether a range has any runs. */
export function isEmptyRange({ start, end }: RunRange): boolean {
  return start >= end
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
