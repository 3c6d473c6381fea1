import { createElement, Fragment, type ComponentChildren, type VNode } from 'preact'
import { parseWhole } from '../../src/domain/decimal.ts'
import type { Language } from '../app/language.ts'
import { groupDigits } from '../rates/format.ts'

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

/** The same texts in another language. */
export type TranslationOf<T> = T extends string | Plural
  ? string | (Plural & { readonly one?: string })
  : { readonly [Key in keyof T]: TranslationOf<T[Key]> }

type Texts = string | { readonly [key: string]: Texts }
type Value = string | number | VNode | ((text: string) => ComponentChildren)
type AnyValues = Readonly<Record<string, Value>>

/** Makes functions of the texts of a language. The English texts say which are functions. */
export function bindMessages<T extends Texts>(
  english: T,
  texts: TranslationOf<T>,
  language: Language,
): MessagesOf<T> {
  const plurals = new Intl.PluralRules(language)
  const formOf = (forms: Texts, { count }: AnyValues): string => {
    if (typeof forms === 'string') return forms
    const number = typeof count === 'string' ? parseWhole(count) : count
    const category = typeof number === 'number' ? plurals.select(number) : 'other'
    const form = forms[category] ?? forms['other']
    return typeof form === 'string' ? form : ''
  }
  const bind = (english: Texts, texts: Texts): unknown => {
    const isPlural = typeof english !== 'string' && 'other' in english
    if (typeof english === 'string' && !/[{<]/.test(english)) return texts
    if (typeof english === 'string' || isPlural)
      return (values: AnyValues) => fill(formOf(texts, values), values)
    const own = typeof texts === 'string' ? {} : texts
    return Object.fromEntries(
      Object.entries(english).map(([key, text]) => [key, bind(text, own[key] ?? text)]),
    )
  }
  return bind(english, texts) as MessagesOf<T>
}

const placeholder = /\{(\w+)(?::(\w+))?\}|<(\w+)>(.*?)<\/\3>/g

function fill(text: string, values: AnyValues): ComponentChildren {
  const parts = partsOf(text, values)
  const isText = parts.every((part) => typeof part === 'string')
  return isText ? parts.join('') : createElement(Fragment, null, ...parts)
}

function partsOf(text: string, values: AnyValues): readonly ComponentChildren[] {
  const parts: ComponentChildren[] = []
  let end = 0
  for (const match of text.matchAll(placeholder)) {
    const [all, name = '', ending = '', tag = '', words = ''] = match
    const value = values[tag === '' ? name : tag]
    parts.push(text.slice(end, match.index))
    if (typeof value === 'function') {
      const content = partsOf(words, values).filter((part) => typeof part === 'string')
      parts.push(value(content.join('')))
    } else if (typeof value === 'number') parts.push(groupDigits(String(value)))
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
