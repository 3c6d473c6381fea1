import { english, type Messages } from './messages/messages.ts'

/** The languages of the page. Their names are in themselves. */
export const languageNames = { en: 'English', si: 'සිංහල', ta: 'தமிழ்' } as const
export type Language = keyof typeof languageNames

/** The language that an address asks for with `lang`; English by default. */
export function languageOf(query: URLSearchParams): Language {
  const wanted = query.get('lang')
  return wanted === 'si' || wanted === 'ta' ? wanted : 'en'
}

/** Loads the sentences of a language. Those of English are part of the page. */
export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') return english
  return english
}
