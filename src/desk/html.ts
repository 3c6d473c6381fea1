import { escapeHtml } from '../domain/text.ts'

/** A piece of HTML that is safe to insert: only `html` makes it, and it escapes every text. */
export type Html = { readonly html: string }

/** What a template may contain. Nothing is written for `undefined` and `false`. */
export type HtmlValue = string | number | Html | undefined | false | readonly HtmlValue[]

/** Writes HTML. Texts are escaped, for content and for quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + textOf(values[index]))
  return { html: parts.join('') }
}

/** Pieces without a separator. */
export function joined(pieces: readonly HtmlValue[]): Html {
  return { html: textOf(pieces) }
}

function textOf(value: HtmlValue): string {
  if (value === undefined || value === false) return ''
  if (typeof value === 'string') return escapeHtml(value)
  if (typeof value === 'number') return String(value)
  return 'html' in value ? value.html : value.map(textOf).join('')
}
