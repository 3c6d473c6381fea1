import type { Messages } from '../messages/messages.ts'
import type { AmountError } from './parse-amount.ts'

/** Why an amount was not understood, after its text, with an example in the reader's own way of writing. */
export function amountSentence(error: AmountError, { errors, words }: Messages): string {
  const { currency, places, typed } = words.money
  const texts = errors.amount
  const example = typed('500000')
  switch (error.kind) {
    case 'ambiguous': {
      const [one = '', other = ''] = error.values.map(typed)
      return texts.ambiguous({ one, other })
    }
    case 'unknownWord':
      return texts.unknownWord({ word: error.word, example })
    case 'tooFine':
      return places === 0
        ? texts.notWhole({ currency, example })
        : texts.tooFine({ currency, places, example: typed('500000.5') })
    case 'otherCurrency':
      return texts.otherCurrency({ currency, example })
    case 'notNumber':
      return texts.notNumber({ example })
    case 'tooLong':
      return texts.tooLong
    default:
      throw error satisfies never
  }
}
