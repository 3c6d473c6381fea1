import type { Messages } from '../messages.ts'

/** The charts in Tamil. Nobody has reviewed this translation. */
export const charts: Messages['charts'] = {
  heading: 'எவ்வாறு மாறியது',
  explanation: 'முதன்மை வீதங்களின் இடையம், ஆண்டுக்கு %; பட்டை மிகக் குறைந்த வீதம் முதல் மிக உயர்ந்த வீதம் வரை.',
  help: 'இந்த வரைபடங்களைப் படிக்கும் முறை',
  helpText:
    'தடித்த கோடு ஒரு நாளில் நிலவிய எல்லா வீதங்களையும், இப்போது பழையவை உட்பட, கணக்கிடுகிறது. மெல்லிய கோடு, காட்டப்படும் ஒவ்வொரு நாளும் வழங்கல் கொண்டிருந்த நிறுவனங்களை மட்டும் கணக்கிடுகிறது: புதிதாகச் சேர்ந்த நிறுவனம் அதை மாற்றாது. கோடுகள் கடைசி வாசிப்பில் முடிகின்றன.',
  unread: 'இடைவிட்டதும் வெளிறியதும்: குழுவின் எந்தப் பக்கமும் 31 நாட்களுக்கு மேல் படிக்கப்படாத காலம்.',
  title: (terms) => `முதன்மை வீதங்கள் எவ்வாறு மாறின: ${terms}`,
  headlineRates: 'முதன்மை வீதங்கள், ஆண்டுக்கு %',
  hint: 'நெருக்கமாகப் பார்க்க வரைபடத்தின் மீது இழுங்கள்.',
  showAll: 'அனைத்தையும் காட்டு',
  noHistory: 'இந்த நிபந்தனைகளுக்குப் புத்தகத்தில் வரலாறு இல்லை.',
  noHistoryAdvice: 'மேலே வேறு காலம், வட்டி செலுத்தும் முறை அல்லது வைப்பாளரைத் தேர்ந்தெடுங்கள்.',
  noDays: 'இந்த நாட்களுக்குப் புத்தகத்தில் வரலாறு இல்லை.',
  noDaysAdvice: (first) =>
    `வேறு நாட்களைத் தேர்ந்தெடுங்கள், அல்லது அனைத்தையும் காட்டுங்கள்: இந்த நிபந்தனைகளின் வரலாறு தொடங்கும் நாள் ${first}.`,
  median: 'இடையம்',
  medianWithOlder: 'இடையம், பழைய வீதங்கள் உட்பட',
  constantMedian: (count) =>
    count === 1 ? 'முழுக்காலமும் இருந்த ஒரு நிறுவனம்' : `முழுக்காலமும் இருந்த ${count} நிறுவனங்களின் இடையம்`,
  constantMedianLoading: 'முழுக்காலமும் இருந்தவற்றின் இடையம்',
  nobodyThroughout: 'காட்டப்படும் ஒவ்வொரு நாளும் வழங்கல் கொண்டிருந்த நிறுவனம் எதுவும் இல்லை.',
  band: 'மிகக் குறைந்தது முதல் மிக உயர்ந்தது வரை',
  counts: 'நிறுவனங்கள்',
  noOffers: (day) => `${day}: வழங்கல்கள் இல்லை`,
  unconfirmed: (day, last) => `${day}: ${last} இற்குப் பின் எதுவும் உறுதி செய்யப்படவில்லை`,
  typeUnconfirmed: (type, last) => `${type}: ${last} இற்குப் பின் எதுவும் உறுதி செய்யப்படவில்லை.`,
  notConfirmedSince: (last) => `${last} இற்குப் பின் உறுதி செய்யப்படவில்லை`,
  notReadForLong: '31 நாட்களுக்கு மேல் படிக்கப்படவில்லை',
  marketOnDay: (day, { median, lowest, highest, institutions, countsOlder, constant }) =>
    `${day}: இடையம் ${median}, ${lowest} முதல் ${highest} வரை, ${institutions}${
      countsOlder ? ', பழைய வீதங்கள் உட்பட' : ''
    }${constant === undefined ? '' : `; முழுக்காலமும் இருந்தவற்றின் இடையம் ${constant}`}`,
  rate: 'வீதம்',
  notRead: (day) => `${day}: இன்னும் படிக்கப்படவில்லை`,
  readOnDay: (day, rate) => `${day}: ${rate}\u00A0%, அன்று படிக்கப்பட்டது`,
  rateOnDay: (day, rate, last) => `${day}: ${rate}\u00A0%, கடைசியாகப் படிக்கப்பட்டது ${last}`,
  notOfferedSince: (day, withdrawn) => `${day}: வழங்கப்படவில்லை, நீக்கப்பட்டது ${withdrawn}`,
  notReadSince: (day, last, rate) =>
    `${day}: ${last} இற்குப் பின் படிக்கப்படவில்லை, அப்போது ${rate}\u00A0%`,
  figuresBehind: 'இந்த வரைபடங்களின் எண்கள்',
  overTime: (type) => `${type}, காலப்போக்கில்`,
  headlineOffers: (type, countsOlder) =>
    `${type}: முதன்மை வழங்கல்கள், ஆண்டுக்கு %${countsOlder ? ', பழைய வீதங்கள் உட்பட' : ''}`,
  since: 'முதல்',
  months: (number) => `${number} மாதங்கள்`,
  what: (title) => `வரைபடம்: ${title}.`,
  range: (from, until) => `${from} முதல் ${until} வரை.`,
  lineSummary: ({ name, lowest, highest, last, end, gaps }) =>
    `${name}: மிகக் குறைந்தது ${lowest}\u00A0%, மிக உயர்ந்தது ${highest}\u00A0%, கடைசி ${last}\u00A0%, ${end}${
      gaps === 0 ? '' : `, வாசிப்பு இல்லாத நீண்ட இடைவெளிகள்: ${gaps}`
    }.`,
  points: (count) => `புள்ளிகள்: ${count}; அம்பு விசைகள் அவற்றினூடே நகரும்.`,
}
