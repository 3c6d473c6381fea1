import { createMessages, type Messages } from '../messages/messages.ts'

/** The languages of the page. */
export const languages = ['en', 'si', 'ta'] as const
export type Language = (typeof languages)[number]

/** The languages in their own words and scripts. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  si: 'සිංහල',
  ta: 'தமிழ்',
}

/** The language that an address asks for with `lang`, or else the first of the reader's languages that the page has. */
export function languageOf(query: URLSearchParams, preferred: readonly string[]): Language {
  const wanted = [
    query.get('lang') ?? '',
    ...preferred.map((tag) => tag.toLowerCase().split('-')[0]),
  ]
  return wanted.map((name) => languages.find((one) => one === name)).find(Boolean) ?? 'en'
}

/** Loads the sentences of a language. Those of English are part of the page. */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return createMessages(language)
    case 'si': {
      const { default: texts } = await import('../messages/si.json', { with: { type: 'json' } })
      return createMessages(language, texts)
    }
    case 'ta': {
      const { default: texts } = await import('../messages/ta.json', { with: { type: 'json' } })
      return createMessages(language, texts)
    }
    default:
      throw language satisfies never
  }
}
