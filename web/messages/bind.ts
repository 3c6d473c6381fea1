import { createElement, type ComponentChildren, Fragment, type VNode } from 'preact'
import { parseWhole } from '../../src/domain/decimal.ts'
import { markUntranslated } from './untranslated.ts'

// A text has placeholders such as `{name}`, and tags such as `<link>a feed</link>` around words that become an element.
// A text that counts has a form for each plural category of its language.

type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
type Tags<T> = T extends `${string}</${infer Tag}>${infer Rest}` ? Tag | Tags<Rest> : never
type Plural = { readonly other: string }

type Values<T, Value> = { readonly [Name in Names<T>]: Value } & {
  readonly [Tag in Tags<T>]: (text: string) => ComponentChildren
}
type Fill<T> = [Tags<T>] extends [never]
  ? {
      (values: Values<T, string | number>): string
      (values: Values<T, ComponentChildren>): ComponentChildren
    }
  : (values: Values<T, ComponentChildren>) => ComponentChildren

/** Texts as components use them: one with placeholders or tags is a function of its values. */
export type MessagesOf<T> = T extends string
  ? [Names<T> | Tags<T>] extends [never]
    ? string
    : Fill<T>
  : T extends Plural
    ? Fill<T['other']>
    : { readonly [Key in keyof T]: MessagesOf<T[Key]> }

type Texts = string | { readonly [key: string]: Texts }
type Value = string | number | VNode | ((text: string) => ComponentChildren)
type AnyValues = Readonly<Record<string, Value>>

type Bound = {
  readonly language: string
  /** Writes a count in the language. */
  readonly count: (value: string) => string
}

/**
 * Makes functions of the texts of a language. The English texts say which are functions, and stand in, with a mark, for those
 * that the language lacks.
 */
export function bindMessages<T extends Texts>(
  english: T,
  translated: object,
  { language, count }: Bound,
): MessagesOf<T> {
  const plurals = new Intl.PluralRules(language)
  const englishPlurals = new Intl.PluralRules('en')
  const bindText = (text: Texts, isMissing: boolean) => (values: AnyValues) => {
    const form = formOf(text, values, isMissing ? englishPlurals : plurals)
    const parts = partsOf(form, values, count)
    const isText = parts.every((part) => typeof part === 'string')
    if (isText) return isMissing ? markUntranslated(parts.join('')) : parts.join('')
    return isMissing
      ? createElement('span', { lang: 'en', class: 'untranslated' }, ...parts)
      : createElement(Fragment, null, ...parts)
  }
  const bind = (english: Texts, own: Texts | undefined): unknown => {
    const text = own ?? english
    const isMissing = own === undefined
    if (typeof english === 'string' && !/[{<]/.test(english))
      return isMissing ? markUntranslated(english) : text
    if (typeof english === 'string' || 'other' in english) return bindText(text, isMissing)
    const texts = typeof own === 'object' ? own : {}
    return Object.fromEntries(
      Object.entries(english).map(([key, value]) => [key, bind(value, texts[key])]),
    )
  }
  return bind(english, translated as Texts) as MessagesOf<T>
}

/** The form of a text that counts, for a count; another text has one form. */
function formOf(forms: Texts, { count }: AnyValues, plurals: Intl.PluralRules): string {
  if (typeof forms === 'string') return forms
  const number = typeof count === 'string' ? parseWhole(count) : count
  const category = typeof number === 'number' ? plurals.select(number) : 'other'
  const form = forms[category] ?? forms['other']
  return typeof form === 'string' ? form : ''
}

const placeholder = /\{(\w+)(?::(\w+))?\}|<(\w+)>(.*?)<\/\3>/g

function partsOf(
  text: string,
  values: AnyValues,
  count: Bound['count'],
): readonly ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const [all, name = '', ending = '', tag = '', words = ''] = match
    const value = values[tag === '' ? name : tag]
    parts.push(text.slice(end, match.index))
    if (typeof value === 'function') {
      const content = partsOf(words, values, count).filter((part) => typeof part === 'string')
      parts.push(value(content.join('')))
    } else if (typeof value === 'number') parts.push(count(String(value)))
    else parts.push(typeof value === 'string' ? (endings[ending]?.(value) ?? value) : value)
    end = match.index + all.length
  }
  return [...parts, text.slice(end)]
}

/** Endings of Tamil for a length of time: `{days:to}` is `12 மாதங்களுக்கு`, `{days:during}` is `3 நாட்களாக`. */
const endings: Readonly<Record<string, (text: string) => string>> = {
  to: (text) => text.replace(/ம்$/u, 'த்துக்கு').replace(/\u0BCD$/u, 'ுக்கு'),
  during: (text) => text.replace(/\u0BCD$/u, 'ாக'),
}
