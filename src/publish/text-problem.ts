/** The maximum length of a text, in UTF-16 code units, as `maxlength` of a form counts it. */
export const textLimit = 300

/** Characters that nobody can see or that reorder others, such as zero-width characters and soft hyphens. */
const invisible = /[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/**
 * A joiner after a virama, the sign that removes a vowel. It selects a letter form that readers see: the Sinhala word for
 * "Sri" needs one. Unicode recommends this exception for identifiers (UAX #31, section 2.3).
 */
const visibleJoiner =
  /(?<=[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D]/gu

/** Why a value cannot be a text of one line, as a sentence; `undefined` if it can. */
export function formProblem(value: string, limit = textLimit): string | undefined {
  if (value.trim() === '') return 'The text is empty; fill it, or leave it out if it is optional.'
  if (value.length > limit) return `The text is longer than ${limit} characters.`
  if (!value.isWellFormed()) return 'The text has an unpaired surrogate.'
  return characterProblem(value, /\p{Cc}/u, 'a control character')
}

/** Why a text has an invisible character; `undefined` if it has none. */
export function invisibleProblem(value: string): string | undefined {
  // The replacement keeps the length, so that the position stays right.
  const checked = value.replace(visibleJoiner, '_')
  return characterProblem(checked, invisible, 'an invisible or directional character')
}

function characterProblem(value: string, pattern: RegExp, kind: string): string | undefined {
  const found = pattern.exec(value)
  if (found === null) return undefined
  const position = Array.from(value.slice(0, found.index)).length + 1
  return `Character ${position} is U+${hexOf(found[0]).padStart(4, '0')}, ${kind}; remove it.`
}

/** Shows a text in a message, with escapes for the characters that nobody can see. */
export function quoted(text: string): string {
  const escape = (character: string): string => `\\u{${hexOf(character)}}`
  return JSON.stringify(text)
    .replace(/\p{Cc}/gu, escape)
    .replace(new RegExp(invisible, 'gu'), escape)
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
}
