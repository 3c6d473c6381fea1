/**
 * A name as readers search it: kinds of apostrophes, accents, white space, hyphens and case make no difference, so that
 * “peoples” finds “People's”. Vowel signs of Sinhala and Tamil are marks too, and stay.
 */
export function nameKey(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F\s\p{P}\p{Sk}\p{Cf}\u02B9-\u02BF]/gu, '')
    .toLowerCase()
}
