import { isValidElement, options, type VNode } from 'preact'

/**
 * Stands at the end of an English sentence for one that the language of the page lacks. The character is invisible, so that
 * titles and labels may have it too.
 */
const mark = '\u2060'

export function markUntranslated(text: string): string {
  return text === '' ? '' : text + mark
}

/** A text without the marks, for files. */
export function withoutMarks(text: string): string {
  return text.replaceAll(mark, '')
}

/** Gives each element that has only English sentences in place of others their language, and a style that shows it. */
export function showUntranslated(): void {
  const next = options.vnode?.bind(options)
  options.vnode = (vnode) => {
    if (typeof vnode.type === 'string' && isUntranslated(vnode)) {
      const props: Record<string, unknown> = vnode.props
      props['lang'] = 'en'
      props['class'] = [props['class'], 'untranslated'].filter(Boolean).join(' ')
    }
    next?.(vnode)
  }
}

function isUntranslated({ props: { children } }: VNode): boolean {
  const parts = [children].flat()
  if (parts.some((part) => isValidElement(part) || typeof part === 'function')) return false
  const texts = parts.filter((part) => typeof part === 'string' && /\p{L}/u.test(part))
  return texts.length > 0 && texts.every((text) => typeof text === 'string' && text.endsWith(mark))
}
