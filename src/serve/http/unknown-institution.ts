import { distance } from 'fastest-levenshtein'
import type { Institution } from '../../domain/institution.ts'
import type { Market } from '../../book/market/market.ts'
import { quoted } from '../../domain/text.ts'

/** The message for an institution that is not registered, with the identifiers that may be meant. */
export function unknownInstitution(id: string, { institutions }: Market): string {
  const word = lettersOf(id)
  const similar = Array.from(institutions.values(), ({ institution }) => ({
    institution,
    steps: stepsTo(institution, word),
  }))
    .filter(({ steps }) => steps <= word.length / 4)
    .toSorted((a, b) => a.steps - b.steps)
    .slice(0, mostSuggestions)
    .map(({ institution }) => `${institution.id} (${institution.name})`)
  const suggestion = similar.length === 0 ? '' : ` Did you mean ${similar.join(', or ')}?`
  return `There is no institution ${quoted(id)}.${suggestion}`
}

const mostSuggestions = 5
/** Letters of a word that is compared. The work grows with the length, and no id or name is this long. */
const longestWord = 100

/** How many letters of a word are wrong for an institution: none if its id or name contains it, or has these initials. */
function stepsTo({ id, name }: Institution, word: string): number {
  if (word === '' || word.length > longestWord) return Infinity
  const names = [id, name].map(lettersOf)
  const initials = [id, name].map(initialsOf)
  const isPart = names.some((one) => one.includes(word))
  const isInitials = word.length > 1 && initials.some((one) => one.startsWith(word))
  if (isPart || isInitials) return 0
  const beginnings = names.map((one) => one.slice(0, word.length))
  const texts = [...names, ...beginnings, ...id.split('-')]
  return Math.min(...texts.map((text) => distance(text, word)))
}

/** The letters and digits of a text, in lower case. */
function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** The first letter of each word, in lower case. */
function initialsOf(text: string): string {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.slice(0, 1))
    .join('')
}
