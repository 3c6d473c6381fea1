import { payouts, type Payout } from '../../../domain/offer.ts'
import { lazily } from '../../../domain/text.ts'
import { cellLength } from './folded-text.ts'
import { languageTags, languages } from './languages.ts'
import { lexiconOf, tokensOf } from './lexicon.ts'
import { listed, words } from './range-grammar.ts'

/** A payout that a text names; `other` for one that the specification does not have, such as half-yearly. */
export type NamedPayout = Payout | 'other'

const lexicons = lazily(() =>
  languageTags.map((tag) => {
    const { payouts: named, payoutLead } = languages[tag] ?? {}
    return lexiconOf<NamedPayout | 'lead'>([
      ...listed(named, (key) => payouts.find((one) => one === key) ?? 'other'),
      ...words(payoutLead, 'lead'),
    ])
  }),
)

/** The payouts that a text names in any language, in the order of the text. */
export function payoutsNamed(text: string): readonly NamedPayout[] {
  const named = tokenLists(text).flatMap((tokens) =>
    tokens.flatMap((token) => (token.kind === 'word' ? token.meanings : [])),
  )
  return [...new Set(named.filter((one) => one !== 'lead'))]
}

/** The payout that a whole text names, with no words but those of payments; `undefined` for other texts. */
export function parsePayout(text: string): NamedPayout | undefined {
  const wholes = tokenLists(text).filter((tokens) => tokens.every(({ kind }) => kind === 'word'))
  const named = wholes.flatMap((tokens) =>
    tokens.flatMap((token) => (token.kind === 'word' ? token.meanings : [])),
  )
  const [payout, other] = new Set(named.filter((one) => one !== 'lead'))
  return other === undefined ? payout : undefined
}

function tokenLists(text: string) {
  return lexicons().map((lexicon) => tokensOf(text.slice(0, cellLength), lexicon))
}
