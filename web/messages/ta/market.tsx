import type { Messages } from '../messages.ts'
import { to } from './endings.ts'

/** The market in Tamil. Nobody has reviewed this translation. */
export const market: Messages['market'] = {
  title: 'சந்தை',
  heading: (tenure) => `${tenure} வைப்புச் சந்தை`,
  best: (tenure, rate) => `மிகச் சிறந்த ${tenure} முதன்மை வீதம் ${rate}\u00A0%`,
  nothingConfirmed: (tenure) => `உறுதி செய்யப்பட்ட ${tenure} வீதம் இல்லை`,
  lastConfirmation: (day) => `இந்த வீதங்கள் கடைசியாக உறுதி செய்யப்பட்டது: ${day}.`,
  bestOfOlder: (institutions, rate, name, duration) =>
    `பழைய வீதங்களைக் கொண்டவை: ${institutions}. அவற்றில் மிக உயர்ந்தது ${name} வழங்கும் ${rate}\u00A0%; அது கடைசியாக உறுதி செய்யப்பட்டது ${to(duration)} முன்.`,
  paidBy: (name, institutions) => `இதை வழங்குவது ${name} (மொத்தம் ${institutions}).`,
  onlyOne: (name) => `இதை வழங்குவது ${name}; வேறு எந்த நிறுவனமும் கணக்கிடப்படவில்லை.`,
  paidBySeveral: (count, name, institutions) =>
    `இதை வழங்கும் நிறுவனங்கள்: ${count}; அவற்றில் ஒன்று ${name} (மொத்தம் ${institutions}).`,
  medianOfBanks: (rate) => `வங்கிகளின் இடைய வீதம் ${rate}\u00A0%.`,
  medianOfCompanies: (rate) => `நிதிக் கம்பனிகளின் இடைய வீதம் ${rate}\u00A0%.`,
  farAbove: 'இது இடையத்தின் இருமடங்கை விட அதிகம்; இதை நம்புவதற்கு முன் இதன் பற்றுச்சீட்டைப் பாருங்கள்.',
  oldHeadline: (duration) => `இந்த வீதம் கடைசியாக உறுதி செய்யப்பட்டது ${to(duration)} முன்.`,
  onlyVariant: (savers, depositTitle, link) => (
    <>
      {savers} உரிய வீதங்கள் மட்டும். “{link(depositTitle)}” அனைவருக்கும் உரிய வீதங்களையும் கணக்கில் எடுக்கிறது.
    </>
  ),
  explanation:
    'முதன்மை வீதம் என்பது ஒரு நிறுவனம் அதன் மிகக் குறைந்த வைப்புத் தொகைக்குச் செலுத்தும் வீதம்; பெரிய வைப்புக்கு அதிகம் கிடைக்கலாம்.',
  insured: (amount) =>
    `இந்தப் பக்கத்தை நடத்துபவர் தரும் காப்புறுதித் தொகை ${amount}. வைப்புகள் காப்புறுதி பெற்றவையா என நிறுவனத்திடம் கேளுங்கள்.`,
  insuredToday: 'காப்புறுதித் தொகை இன்றையது.',

  figures: 'சந்தையின் எண்கள்',
  figuresTitle: (terms) => `சந்தையின் எண்கள்: ${terms}`,
  figuresCaption: 'சந்தையின் முதன்மை வழங்கல்கள், ஆண்டுக்குச் சதவீதம்',
  percentAYear: 'ஆண்டுக்கு\u00A0%',
  dots: 'ஒவ்வொரு நிறுவனமும் ஒரு புள்ளியாக',
  offers: 'வழங்கல்',
  lowest: 'குறைவு',
  median: 'இடையம்',
  average: 'சராசரி',
  highest: 'உச்சம்',

  ranking: 'யார் எவ்வளவு செலுத்துகிறார்கள்',
  rankingTitle: (terms) => `முதன்மை வீதங்கள்: ${terms}`,
  rankingCaption: 'முதன்மை வழங்கல்கள், மிக உயர்ந்த வீதம் முதலில்',
  rank: 'நிலை',
  institution: 'நிறுவனம்',
  older: (count) => `பழைய வீதங்கள்: ${count}`,
  lastConfirmed: (duration) => `கடைசியாக உறுதி செய்யப்பட்டது ${to(duration)} முன்`,

  corrected: 'திருத்தப்பட்டது',
  correctedFigure: (figure) => `திருத்தப்பட்டது: ${figure}`,
  receiptOf: (figure) => `${figure}: பற்றுச்சீட்டு`,
  typed: 'கையால் உள்ளிடப்பட்டது',
  typedTitle: 'இந்த எண்ணை ஒரு நபர் கையால் உள்ளிட்டார்; சேமிக்கப்பட்ட எந்தப் பக்கமும் இதை நிரூபிக்கவில்லை.',
  page: 'பக்கம்',
  pageTitle: 'இந்த எண் சேமிக்கப்பட்ட ஒரு பக்கத்திலிருந்து படிக்கப்பட்டது; பற்றுச்சீட்டு அந்தப் பக்கத்தைக் காட்டுகிறது.',
}
