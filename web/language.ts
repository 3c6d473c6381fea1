import { english, type Messages } from './messages/messages.ts'

/** The languages of the page. */
export const languages = ['en', 'si', 'ta'] as const
export type Language = (typeof languages)[number]

/** The language that an address asks for with `lang`; English by default. */
export function languageOf(query: URLSearchParams): Language {
  return languages.find((one) => one === query.get('lang')) ?? 'en'
}

/** Loads the sentences of a language. Those of English are part of the page. */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return english
    case 'si':
      return (await import('./messages/si.ts')).sinhala
    case 'ta':
      return (await import('./messages/ta.ts')).tamil
    default:
      throw language satisfies never
  }
}
