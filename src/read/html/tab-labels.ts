import type { HtmlElement } from './elements.ts'

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
