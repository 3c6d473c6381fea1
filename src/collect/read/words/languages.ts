import ar from './languages/ar.json' with { type: 'json' }
import bg from './languages/bg.json' with { type: 'json' }
import bn from './languages/bn.json' with { type: 'json' }
import cs from './languages/cs.json' with { type: 'json' }
import da from './languages/da.json' with { type: 'json' }
import de from './languages/de.json' with { type: 'json' }
import el from './languages/el.json' with { type: 'json' }
import en from './languages/en.json' with { type: 'json' }
import es from './languages/es.json' with { type: 'json' }
import fi from './languages/fi.json' with { type: 'json' }
import fr from './languages/fr.json' with { type: 'json' }
import hi from './languages/hi.json' with { type: 'json' }
import hr from './languages/hr.json' with { type: 'json' }
import hu from './languages/hu.json' with { type: 'json' }
import id from './languages/id.json' with { type: 'json' }
import it from './languages/it.json' with { type: 'json' }
import ja from './languages/ja.json' with { type: 'json' }
import ko from './languages/ko.json' with { type: 'json' }
import nb from './languages/nb.json' with { type: 'json' }
import nl from './languages/nl.json' with { type: 'json' }
import pl from './languages/pl.json' with { type: 'json' }
import pt from './languages/pt.json' with { type: 'json' }
import ro from './languages/ro.json' with { type: 'json' }
import ru from './languages/ru.json' with { type: 'json' }
import si from './languages/si.json' with { type: 'json' }
import sk from './languages/sk.json' with { type: 'json' }
import sv from './languages/sv.json' with { type: 'json' }
import sw from './languages/sw.json' with { type: 'json' }
import ta from './languages/ta.json' with { type: 'json' }
import th from './languages/th.json' with { type: 'json' }
import tr from './languages/tr.json' with { type: 'json' }
import uk from './languages/uk.json' with { type: 'json' }
import vi from './languages/vi.json' with { type: 'json' }
import zh from './languages/zh.json' with { type: 'json' }

type Words = readonly string[]

/** Words that set a bound of a range: before its number, or after its unit. */
type BoundWords = { readonly before?: Words; readonly after?: Words }

/**
 * The words of a language that CLDR lacks. Each member is documented in `languages/README.md`. Units, months, weekdays and the
 * decimal mark come from `Intl`.
 */
export type Language = {
  readonly numbers?: Readonly<Record<string, Words>>
  readonly andHalf?: Words
  readonly afterNumber?: Words
  readonly units?: Readonly<Record<string, Words>>
  readonly whole?: Readonly<Record<string, Words>>
  readonly lead?: Words
  readonly and?: Words
  readonly ranges?: {
    readonly join?: Words
    readonly between?: Words
    readonly but?: Words
    readonly from?: BoundWords
    readonly above?: BoundWords
    readonly upTo?: BoundWords
    readonly under?: BoundWords
    readonly included?: Words
    readonly excluded?: Words
  }
  readonly months?: Readonly<Record<string, Words>>
  readonly perYear?: Words
  readonly perYearBefore?: Words
  readonly scales?: Readonly<Record<string, Words>>
  readonly payouts?: Readonly<Record<string, Words>>
  readonly payoutLead?: Words
}

/** The languages by their tags. */
export const languages: Readonly<Record<string, Language>> = {
  ar,
  bg,
  bn,
  cs,
  da,
  de,
  el,
  en,
  es,
  fi,
  fr,
  hi,
  hr,
  hu,
  id,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  ro,
  ru,
  si,
  sk,
  sv,
  sw,
  ta,
  th,
  tr,
  uk,
  vi,
  zh,
}

/** The tags of the languages, such as `de`. */
export const languageTags: readonly string[] = Object.keys(languages)
