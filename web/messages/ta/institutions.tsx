import type { Messages } from '../messages.ts'

/** The view of all institutions in Tamil. Nobody has reviewed this translation. */
export const institutions: Messages['institutions'] = {
  title: 'நிறுவனங்கள்',
  kicker: 'வங்கிகளும் நிதிக் கம்பனிகளும்',
  heading: 'எல்லா நிறுவனங்களும்',
  withoutOffers: (institutions) => `${institutions}, இப்போது வழங்கல் எதுவும் இல்லை`,
  best: (institutions) => `${institutions}, அதிகபட்சம் செலுத்தும் வீதங்கள்`,
  nothingConfirmed: (institutions) => `${institutions}, உறுதி செய்யப்பட்ட வீதம் எதுவும் இல்லை`,
  explanation:
    'காலம், வட்டி செலுத்தும் முறை, வைப்பாளர், தொகை எதுவாக இருந்தாலும், ஒவ்வொன்றும் யாருக்காவது அச்சிடும் மிக உயர்ந்த வீதம்.',
  confirmedFirst: 'உறுதி செய்யப்பட்ட வேறு வீதம் இருந்தால், பழைய வீதம் கணக்கில் சேர்க்கப்படாது.',
  caption: (type) => `${type}: ஒவ்வொன்றின் மிகச் சிறந்த வீதம்`,
  partTitle: (type) => `${type}: ஒவ்வொன்றின் மிகச் சிறந்த வீதம்`,
  others: 'வழங்கல் இல்லாதவை',
}
