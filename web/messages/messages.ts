import type { PageSettings } from '../../src/domain/book-settings.ts'
import { createMoney } from '../money/money.ts'
import { bindMessages, type MessagesOf } from './bind.ts'
import type { Catalogue } from './catalogue.ts'
import englishAmountWords from './en/amount-words.json' with { type: 'json' }
import { english } from './en/english.ts'
import { createWords, type Words } from './words.ts'

/** The sentences of the page in one language, and how it writes numbers, amounts and days. */
export type Messages = Omit<MessagesOf<typeof english>, 'words'> & { readonly words: Words }

/** The sentences of a language; those that its catalogue lacks are in English. */
export function createMessages(
  language: string,
  settings: PageSettings,
  catalogue: Catalogue = english,
): Messages {
  const languages = settings.languages.map(({ tag }) => tag)
  const amountWords = [
    ...(languages.includes('en') ? englishAmountWords : []),
    ...settings.amountWords,
  ]
  const money = createMoney({ ...settings, language, languages, amountWords })
  const messages = bindMessages(english, catalogue, { language, count: money.amount })
  return {
    ...messages,
    words: createWords(messages.words, { language, settings, money, calendar: catalogue.calendar }),
  }
}

/** Loads the sentences of a language from the server. Those of English are part of the page, and stay if that fails. */
export async function loadMessages(language: string, settings: PageSettings): Promise<Messages> {
  if (language === 'en') return createMessages('en', settings)
  const response = await fetch(`languages/${language}.json`)
  if (!response.ok) return createMessages('en', settings)
  return createMessages(language, settings, (await response.json()) as Catalogue)
}
