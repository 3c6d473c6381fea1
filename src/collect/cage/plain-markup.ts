import { keptElements } from '../../read/view/kept-markup.ts'

const attribute = String.raw` (?:align|class|colspan|dir|hidden|id|rowspan|span|style)(?:="[a-z0-9:;.-]*")?`
const tag = new RegExp(`</?(?:${keptElements.join('|')})(?:${attribute})*>`, 'g')

/** Whether HTML has only the elements and attributes of a view. The child that made it may have been taken over by the page. */
export function isPlainMarkup(html: string): boolean {
  return !html.replaceAll(tag, '').includes('<')
}
