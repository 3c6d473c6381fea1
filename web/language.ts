import { english, type Messages } from './messages/messages.ts'

export type Language = 'en' | 'si' | 'ta'

/** The language that an address asks for with `lang`; English by default. */
export function languageOf(query: URLSearchParams): Language {
  const wanted = query.get('lang')
  return wanted === 'si' || wanted === 'ta' ? wanted : 'en'
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
