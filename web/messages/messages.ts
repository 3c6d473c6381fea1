import type { Language } from '../app/language.ts'
import { bindMessages, type MessagesOf, type TranslationOf } from './bind.ts'
import { changes } from './en/changes.ts'
import { charts } from './en/charts.ts'
import { columns } from './en/columns.ts'
import { corrections } from './en/corrections.ts'
import { deposit } from './en/deposit.ts'
import { errors } from './en/errors.ts'
import { filters } from './en/filters.ts'
import { institution } from './en/institution.ts'
import { institutions } from './en/institutions.ts'
import { market } from './en/market.ts'
import { matrix } from './en/matrix.ts'
import { page } from './en/page.ts'
import { receipt } from './en/receipt.ts'
import { sources } from './en/sources.ts'
import { takeAlong } from './en/take-along.ts'
import { words } from './en/words.ts'
import { createWords, type Words } from './words.ts'

/** Every sentence of the page in English. Another language has the same keys. */
export const english = {
  words,
  page,
  errors,
  filters,
  market,
  deposit,
  matrix,
  institution,
  institutions,
  changes,
  corrections,
  sources,
  receipt,
  charts,
  columns,
  takeAlong,
}

/** The sentences of the page in one language. */
export type Messages = Omit<MessagesOf<typeof english>, 'words'> & { readonly words: Words }

export function createMessages(
  language: Language,
  texts: TranslationOf<typeof english> = english,
): Messages {
  const messages = bindMessages(english, texts, language)
  return { ...messages, words: createWords(messages.words, language) }
}

/** Loads the sentences of a language. Those of English are part of the page. */
export async function loadMessages(language: Language): Promise<Messages> {
  switch (language) {
    case 'en':
      return createMessages(language)
    case 'si': {
      const { default: texts } = await import('./si.json', { with: { type: 'json' } })
      return createMessages(language, texts)
    }
    case 'ta': {
      const { default: texts } = await import('./ta.json', { with: { type: 'json' } })
      return createMessages(language, texts)
    }
    default:
      throw language satisfies never
  }
}
