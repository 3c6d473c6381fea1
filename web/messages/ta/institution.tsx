import type { Messages } from '../messages.ts'
import { during, to } from './endings.ts'

/** The view of one institution in Tamil. Nobody has reviewed this translation. */
export const institution: Messages['institution'] = {
  title: 'நிறுவனம்',
  loadingHeading: 'ஒரு நிறுவனம்',
  notInBook: 'புத்தகத்தில் இல்லை',
  notInBookHeading: 'இந்த நிறுவனம் புத்தகத்தில் இல்லை',
  unknown: (id) => `${id} என்ற நிறுவனம் இல்லை.`,
  unknownAdvice: (all) => (
    <>இது வேறொரு பெயரில் பதிவு செய்யப்பட்டிருக்கலாம். {all('எல்லா நிறுவனங்களையும் பாருங்கள்')}.</>
  ),
  kicker: (type, isActive) => (isActive ? type : `${type}, இனி கண்காணிக்கப்படாது`),
  noOffers: 'இந்த நிறுவனத்தின் வழங்கல் எதுவும் நடைமுறையில் இல்லை.',
  noSheet:
    'இதன் வட்டி வீதத் தாள் எதுவும் இப்போது நடைமுறையில் இல்லை; இது என்ன வழங்குகிறது என்பதை இதன் சொந்தத் தளத்தில் பாருங்கள்.',
  offersBelow: 'இது முன்னர் வழங்கியவை கீழே உள்ளன.',
  facts: {
    rates: 'வீதங்கள்',
    none: 'இப்போது இல்லை',
    differentAges: (stale, all, days) =>
      `${all} வீதங்களில் பழையவை ${stale}; மிகப் பழையது உறுதி செய்யப்பட்டது ${to(days)} முன்`,
    published: (day, staleAfter) =>
      `கடைசியாக வெளியிடப்பட்டது ${day}; ${during(staleAfter)} உறுதி செய்யப்படாவிட்டால் பழையது`,
    licence: 'உரிமம்',
    rating: 'கடன் தரமிடல்',
    noRating: 'பதிவாகவில்லை',
    ratingSource: (agency, day) => [agency, day].filter((text) => text !== '').join(', '),
    insurance: 'வைப்புக் காப்புறுதி',
    site: 'தளம்',
  },
  offers: {
    heading: 'வழங்குபவை',
    title: (name) => `${name}: வழங்கல்கள்`,
    region: (variant) => `வழங்கல்கள்: ${variant}`,
    caption: (variant) => `${variant}, ஆண்டுக்கு %`,
    unlessNoted: (minimum) => `, வேறு குறிப்பு இல்லாவிட்டால் ${minimum}`,
    readOn: (day, source) => (
      <>
        {day} அன்று {source} தளத்தில் படிக்கப்பட்டது
      </>
    ),
    allTyped: 'இந்த எண்களை ஒரு நபர் கையால் உள்ளிட்டார்; சேமிக்கப்பட்ட எந்தப் பக்கமும் இவற்றை நிரூபிக்கவில்லை.',
  },
  history: {
    heading: 'ஒவ்வொரு வீதமும் எவ்வாறு மாறியது',
    explanation:
      'ஒவ்வொரு குறியும் நிறுவனத்தின் பக்கத்தின் ஒரு வாசிப்பு; இடைவிட்ட கோடு 31 நாட்களுக்கு மேல் வாசிப்பு இல்லாத காலம்.',
    terms: (name, payout, variant) => `${name}, வட்டி ${payout}, ${variant}`,
    title: (terms) => `ஒவ்வொரு வீதமும் எவ்வாறு மாறியது: ${terms}`,
    controls: 'வீதங்கள்',
    never: 'இந்த நிபந்தனைகளில் இது ஒருபோதும் வீதம் எதையும் அச்சிடவில்லை.',
    neverAdvice: 'வட்டி எப்போது செலுத்தப்படும், அல்லது யாருக்கு என்பதை மேலே தேர்ந்தெடுங்கள்.',
    tier: (minimum, rate) => `${minimum}: ${rate}`,
    rateNow: (rate) => `${rate}\u00A0%`,
    notOffered: 'இப்போது வழங்கப்படவில்லை',
    table: 'வெளியிடப்பட்ட ஒவ்வொரு வீதமும்',
    caption: 'வெளியிடப்பட்ட ஒவ்வொரு வீதமும், புதியது முதலில், ஆண்டுக்கு %',
    tierHead: 'காலமும் வைப்பும்',
    before: 'முன்னர்',
    rate: 'வீதம்',
    first: 'முதலாவது',
    stood: (duration, lastSeen) => `${during(duration)} இருந்தது, கடைசியாகக் காணப்பட்டது ${lastSeen}`,
    lastSeen: (day) => `கடைசியாகக் காணப்பட்டது ${day}`,
    withdrawn: (day) => `${day} அன்று நீக்கப்பட்டு, மீண்டும் வழங்கப்பட்டது`,
    longGap: (duration) => `${during(duration)} படிக்கப்படவில்லை`,
    corrected: (rate, day) => `${rate}\u00A0%, ${day}`,
  },
}
