import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAmount } from './amount.ts'
import { comparableWord, foldedText } from './folded-text.ts'
import { languageTags, languages } from './languages.ts'
import { tenureLanguage, units } from './tenure-grammar.ts'
import { parseTenure, tenuresIn } from './tenure.ts'

/** Words that mean two units in two languages. */
const ambiguousUnits = ['th', 'v']
/** Words that mean two powers of ten in two languages. */
const ambiguousScales = ['billion', 'billions', 'bn', 'mil']

/** Labels as banks print them, with their months, or days (`d`), and of ranges both bounds. */
const tenureLabels: Readonly<Record<string, string>> = {
  de: '6 Monate = 6 | 12 bis 24 Monate = 12-24 | 1 bis unter 2 Jahre = 12-729d | über 12 Monate bis 24 Monate = 366d-24 | Laufzeit 3 Monaten = 3 | 1 Jahr bis unter 2 Jahre = 12-729d | ein Halbjahr = 6 | 2 Quartale = 6 | 18 Mon. = 18',
  fr: '6 mois = 6 | 1 an = 12 | de 12 à 24 mois = 12-24 | plus de 1 an à 2 ans = 366d-24 | de 12 mois à moins de 24 mois = 12-729d | un semestre = 6',
  es: '6 meses = 6 | 1 año = 12 | de 12 a 24 meses = 12-24 | desde 30 hasta 59 días = 30d-59d | más de 1 año hasta 2 años = 366d-24 | de 1 año a menos de 2 años = 12-729d | entre 6 y 12 meses = 6-12 | 180 días = 180d | 1 año y medio = 18',
  it: '6 mesi = 6 | 1 anno = 12 | da 12 a 24 mesi = 12-24 | oltre 12 mesi fino a 24 mesi = 366d-24 | da 1 anno a meno di 2 anni = 12-729d | 12 mesi e un giorno = 366d',
  pt: '6 meses = 6 | 1 ano = 12 | de 12 a 24 meses = 12-24 | acima de 1 ano até 2 anos = 366d-24 | 1 ano e 6 meses = 18 | de 1 ano a menos de 2 anos = 12-729d',
  nl: '6 maanden = 6 | 1 jaar = 12 | 12 t/m 24 maanden = 12-24 | langer dan 1 jaar t/m 2 jaar = 366d-24 | 6 mnd. = 6 | een half jaar = 6',
  sv: '6 månader = 6 | 1 år = 12 | 12 till 24 månader = 12-24 | över 12 månader till 24 månader = 366d-24 | 3 mån = 3 | från 12 till och med 24 månader = 12-24',
  da: '6 måneder = 6 | 1 år = 12 | 12 til 24 måneder = 12-24 | over 1 år til og med 2 år = 366d-24 | 12 mdr. = 12',
  nb: '6 måneder = 6 | 1 år = 12 | 12 til 24 måneder = 12-24 | over 1 år til og med 2 år = 366d-24 | 6 mnd. = 6',
  fi: '6 kuukautta = 6 | 1 vuosi = 12 | 12-24 kk = 12-24 | 12 kk = 12 | yli 12 kk enintään 24 kk = 366d-24 | 12 kuukauden = 12',
  pl: '6 miesięcy = 6 | 1 rok = 12 | od 12 do 24 miesięcy = 12-24 | powyżej 12 do 24 miesięcy = 366d-24 | od 12 do poniżej 24 miesięcy = 12-729d | 3 mies. = 3 | 3 m-ce = 3 | pół roku = 6 | 12-miesięczna = 12',
  cs: '6 měsíců = 6 | 1 rok = 12 | od 12 do 24 měsíců = 12-24 | nad 1 rok do 2 let včetně = 366d-24 | 2 roky = 24 | 3 měs. = 3 | půl roku = 6',
  sk: '6 mesiacov = 6 | 1 rok = 12 | od 12 do 24 mesiacov = 12-24 | nad 1 rok do 2 rokov vrátane = 366d-24 | 3 mes. = 3',
  hu: '6 hónap = 6 | 1 év = 12 | 12-24 hónap = 12-24 | 12 hónap felett legfeljebb 24 hónap = 366d-24 | félév = 6',
  ro: '6 luni = 6 | 1 an = 12 | de la 12 la 24 luni = 12-24 | peste 1 an până la 2 ani inclusiv = 366d-24 | 24 de luni = 24',
  bg: '6 месеца = 6 | 1 година = 12 | от 12 до 24 месеца = 12-24 | над 1 година до 2 години включително = 366d-24 | 12 мес. = 12',
  el: '6 μήνες = 6 | 1 έτος = 12 | από 12 έως 24 μήνες = 12-24 | 6 ΜΗΝΕΣ = 6 | άνω των 12 μηνών έως 24 μήνες = 366d-24',
  hr: '6 mjeseci = 6 | 1 godina = 12 | od 12 do 24 mjeseca = 12-24 | iznad 12 mjeseci do 24 mjeseca = 366d-24 | 12 mj. = 12',
  ru: '6 месяцев = 6 | 1 год = 12 | от 12 до 24 месяцев = 12-24 | свыше 1 года до 2 лет = 366d-24 | с 91 по 180 дней = 91d-180d | от 181 дня до 1 года = 181d-12 | полгода = 6 | от 1 года до 2 лет не включая = 12-729d',
  uk: '6 місяців = 6 | 1 рік = 12 | від 12 до 24 місяців = 12-24 | понад 1 рік до 2 років = 366d-24 | 6 міс. = 6',
  tr: '6 ay = 6 | 1 yıl = 12 | 12 - 24 ay = 12-24 | 32-45 gün = 32d-45d | 6 aydan 12 aya kadar = 6-12 | 12 aydan fazla 24 aya kadar = 366d-24 | 3 AYLIK = 3 | 12 AY = 12',
  ar: '6 أشهر = 6 | سنة واحدة = 12 | من 12 إلى 24 شهراً = 12-24 | شهرين = 2 | سنتين = 24 | ٣ أشهر = 3 | من سنة إلى أقل من سنتين = 12-729d | ثلاثة أشهر = 3',
  hi: '6 महीने = 6 | 1 वर्ष = 12 | 12 महीने से 24 महीने = 12-24 | 1 वर्ष से 2 वर्ष से कम = 12-729d | १ वर्ष से अधिक से २ वर्ष तक = 366d-24 | 7 दिन से 45 दिन = 7d-45d | एक साल = 12',
  bn: '৬ মাস = 6 | ১ বছর = 12 | ১২ মাস থেকে ২৪ মাস = 12-24 | ১ বছর থেকে ২ বছরের কম = 12-729d | ৩ মাস = 3',
  zh: '6个月 = 6 | 一年 = 12 | 3个月至6个月 = 3-6 | 1年以上2年以下 = 12-24 | 1年以上(不含)2年以下(含) = 366d-24 | 三個月 = 3 | 1年期 = 12 | 半年 = 6 | 一年半 = 18 | 满1年不满2年 = 12-729d | 十八个月 = 18 | 两年 = 24 | 超过1年不超过2年 = 366d-24',
  ja: '6ヶ月 = 6 | 1年 = 12 | 3か月～6か月 = 3-6 | 1年以上2年未満 = 12-729d | 1年超2年以下 = 366d-24 | ６カ月もの = 6 | 半年 = 6 | 一年 = 12 | 6ヵ月以上1年未満 = 6-364d | 1年から2年まで = 12-24',
  ko: '6개월 = 6 | 1년 = 12 | 12개월~24개월 = 12-24 | 12개월 이상 24개월 미만 = 12-729d | 1년 초과 2년 이하 = 366d-24 | 12개월 이상~24개월 미만 = 12-729d | 36개월 = 36',
  th: '6 เดือน = 6 | 1 ปี = 12 | 12 ถึง 24 เดือน = 12-24 | ตั้งแต่ 12 เดือน แต่ไม่เกิน 24 เดือน = 12-24 | มากกว่า 12 เดือน ไม่เกิน 24 เดือน = 366d-24 | ฝากประจำ 3 เดือน = 3',
  vi: '6 tháng = 6 | 1 năm = 12 | từ 12 đến 24 tháng = 12-24 | từ 12 tháng đến dưới 24 tháng = 12-729d | trên 12 tháng đến 24 tháng = 366d-24 | 01 THÁNG = 1 | Kỳ hạn 3 tháng = 3 | 6 đến dưới 12 tháng = 6-364d',
  id: '6 bulan = 6 | 1 tahun = 12 | 12 s/d 24 bulan = 12-24 | di atas 12 bulan sampai dengan 24 bulan = 366d-24 | 12 bulan hingga kurang dari 24 bulan = 12-729d | 1 bln = 1',
  sw: 'miezi 6 = 6 | mwaka 1 = 12 | miezi 12 hadi 24 = 12-24 | zaidi ya mwaka 1 hadi miaka 2 = 366d-24 | miezi mitatu = 3 | mwaka mmoja = 12',
  si: 'මාස 6 = 6 | වසර 1 = 12 | මාස 3 සිට 6 දක්වා = 3-6',
  ta: '6 மாதங்கள் = 6 | 1 வருடம் = 12 | 12 முதல் 24 மாதங்கள் = 12-24',
  en: '6 months = 6 | 1 year = 12 | 12 to 24 months = 12-24 | 1 year to less than 2 years = 12-729d',
}

/** The words of a member of a language file, at any depth. */
function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return value === null || typeof value !== 'object' ? [] : Object.values(value).flatMap(wordsOf)
}

test('the words of the languages are folded, in small letters, and there once', () => {
  for (const tag of languageTags)
    for (const [member, value] of Object.entries(languages[tag] ?? {})) {
      const all = wordsOf(value)
      assert.ok(all.length > 0, `${tag}: ${member} is empty`)
      for (const word of all)
        assert.equal(word, foldedText(word.normalize('NFC')).toLowerCase(), `${tag}: ${member}`)
    }
})

test('the keys of the languages are units, numbers and payouts', () => {
  const unitNames: readonly string[] = units
  for (const language of Object.values(languages)) {
    for (const unit of Object.keys(language.units ?? {})) assert.ok(unitNames.includes(unit), unit)
    for (const whole of Object.keys(language.whole ?? {}))
      assert.match(whole, /^[1-9]\d? (?:day|week|month|quarter|half-year|year)$/)
    for (const number of Object.keys({ ...language.numbers, ...language.months }))
      assert.match(number, /^[1-9]\d?$/)
    for (const scale of Object.keys(language.scales ?? {})) assert.match(scale, /^10{3,12}$/)
    for (const payout of Object.keys(language.payouts ?? {}))
      assert.match(payout, /^(?:maturity|monthly|quarterly|annual|other)$/)
  }
})

test('the files have no unit that Intl gives', () => {
  for (const tag of languageTags) {
    const given = new Set(
      (['day', 'week', 'month', 'year'] as const).flatMap((unit) =>
        (['long', 'short'] as const).flatMap((unitDisplay) =>
          [1, 2, 3, 5, 11, 20].map((count) => {
            const format = new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay })
            const name = format.formatToParts(count).find(({ type }) => type === 'unit')?.value
            return comparableWord(name ?? '').replace(/\.$/, '')
          }),
        ),
      ),
    )
    const isLetter = (word: string) => /^(?!\p{sc=Han}|\p{sc=Hang})\p{L}$/u.test(word)
    const repeated = wordsOf(languages[tag]?.units).filter(
      (word) => given.has(comparableWord(word)) && !isLetter(word),
    )
    assert.deepEqual(repeated, [], tag)
  }
})

test('no word has two meanings of one kind across languages, but for those that are listed', () => {
  const meanings = new Map<string, Set<string>>()
  const add = (word: string, kind: string, meaning: string) => {
    const key = `${kind} ${word}`
    meanings.set(key, (meanings.get(key) ?? new Set()).add(meaning))
  }
  for (const tag of languageTags) {
    for (const [word, all] of tenureLanguage(tag).lexicon.meanings)
      for (const meaning of all) {
        const kinds: readonly string[] = ['unit', 'number', 'whole', 'before', 'after']
        if (kinds.includes(meaning.is)) add(word, meaning.is, JSON.stringify(meaning))
      }
    for (const member of ['scales', 'payouts'] as const)
      for (const [meaning, words] of Object.entries(languages[tag]?.[member] ?? {}))
        for (const word of words) add(comparableWord(word), member, meaning)
  }
  const several = [...meanings].filter(([, all]) => all.size > 1).map(([key]) => key)
  assert.deepEqual(several.toSorted(), [
    ...ambiguousScales.map((word) => `scales ${word}`),
    ...ambiguousUnits.map((word) => `unit ${word}`),
  ])
})

test('an ambiguous unit needs the language', () => {
  for (const unit of ambiguousUnits) {
    const found = parseTenure(`6 ${unit}`)
    assert.ok(found !== undefined && 'doubt' in found)
    assert.match(found.doubt, /give the `language`/)
    assert.equal(tenuresIn(`6 ${unit}`).stated.length, 2)
  }
  assert.deepEqual(parseTenure('6 v', { language: 'fi' }), { months: '72' })
  assert.deepEqual(parseTenure('6 v', { language: 'sv' }), { months: '1.38', days: 42 })
})

test('each language reads the labels of its banks', () => {
  assert.deepEqual(Object.keys(tenureLabels).toSorted(), languageTags.toSorted())
  for (const [language, labels] of Object.entries(tenureLabels))
    for (const label of labels.split(' | ')) {
      const [text = '', expected = ''] = label.split(' = ')
      for (const options of [{}, { language }]) {
        const found = parseTenure(text, options)
        assert.ok(found !== undefined && 'months' in found, text)
        const sides = [found, found.to ?? []].flat()
        const shown = sides.map(({ months, days }) => (days === undefined ? months : `${days}d`))
        assert.equal(shown.join('-'), expected, text)
      }
    }
})

test('one bound and other texts are no tenures in any language', () => {
  for (const text of [
    'über 12 Monate',
    'más de 1 año',
    '1年以上',
    '12개월 이상',
    'свыше 1 года',
    'dưới 1 tháng',
  ]) {
    const found = parseTenure(text)
    assert.ok(found !== undefined && 'doubt' in found, text)
  }
  for (const text of [
    '3월',
    'von 12 tot 24 maanden',
    '6 hónaptól',
    'monatlich',
    '每月',
    '二〇二六年',
  ])
    assert.equal(parseTenure(text), undefined, text)
  for (const text of ['on', 'to', '一', 'sex'])
    assert.equal(parseTenure(text, { unit: 'months' }), undefined, text)
})

test('amounts have the scale words of the languages', () => {
  for (const [text, currency, amount] of [
    ['5 लाख', 'INR', '500000'],
    ['১ কোটি', 'BDT', '10000000'],
    ['100 triệu', 'VND', '100000000'],
    ['10 juta', 'IDR', '10000000'],
    ['50万', 'CNY', '500000'],
    ['1千万', 'JPY', '10000000'],
    ['5억', 'KRW', '500000000'],
    ['100 тыс.', 'RUB', '100000'],
    ['20 mil', 'MXN', '20000'],
    ['20 mil', 'RON', '20000000'],
    ['20 mil', 'EUR', undefined],
    ['5 tys.', 'PLN', '5000'],
    ['2 ล้าน', 'THB', '2000000'],
  ] as const)
    assert.equal(parseAmount(text, { decimal: '.', currency }), amount, text)
})
