import { createElement, isValidElement, options, type VNode } from 'preact'

/** Fields keep the focus, and translators change their text in place. */
const keptElements = new Set(['label', 'option', 'textarea'])

/** Elements that may have the focus, too, but whose texts change. */
const focusedElements = new Set(['a', 'button', 'h1', 'summary'])

/**
 * Gives each element that has only text its text as its key, so that new text brings a new element. The translator of a
 * browser replaces text nodes; Preact would go on changing the replaced ones, and the old sentence would stay.
 */
export function replaceWholeElements(): void {
  const next = options.vnode?.bind(options)
  options.vnode = (vnode) => {
    const { type, props } = vnode
    const text = ownText(vnode)
    if (text !== undefined && typeof type === 'string' && !keptElements.has(type)) {
      // An element that has the focus, or announces its text, stays; what it contains is replaced.
      if (focusedElements.has(type) || 'role' in props || 'aria-live' in props)
        props.children = createElement('span', { key: text }, props.children)
      else vnode.key ??= text
    }
    next?.(vnode)
  }
}

/** The text of an element that has only text, with letters or digits; `undefined` for other elements. */
function ownText({ props: { children } }: VNode): string | undefined {
  const parts = Array.isArray(children) ? children.flat() : [children]
  if (parts.some((part) => isValidElement(part) || typeof part === 'function')) return undefined
  const text = parts
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .join('\n')
  return /[\p{L}\p{N}]/u.test(text) ? text : undefined
}
