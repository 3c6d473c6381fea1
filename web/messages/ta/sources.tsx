import type { Messages } from '../messages.ts'
import { words } from './words.ts'

/** The view of when the rates were confirmed, in Tamil. Nobody has reviewed this translation. */
export const sources: Messages['sources'] = {
  title: 'மூலங்கள்',
  kicker: 'ஒவ்வொரு வீதமும் கடைசியாக உறுதி செய்யப்பட்டது எப்போது',
  details:
    'ஒரு நிறுவனத்தின் நடைமுறை வீதங்கள் உரிய காலத்துக்குள் அதன் சொந்தத் தளத்துடன் ஒப்பிட்டு உறுதி செய்யப்படாவிட்டால், அவை பழையவை எனக் குறிக்கப்படும். பழைய வீதங்கள் இப்போது மாறியிருக்கலாம்.',
  heading: 'வீதங்கள் எங்கிருந்து வருகின்றன',
  nothingPublished: (types, waiting) => {
    const sentence =
      types === ''
        ? 'இதுவரை எதுவும் வெளியிடப்படவில்லை'
        : `${types}: இதுவரை எந்த வட்டி வீதத் தாளும் வெளியிடப்படவில்லை`
    return waiting === 0
      ? sentence
      : `${sentence}; புதிய வீதங்கள் ஒரு நபரின் முடிவுக்குக் காத்திருப்பவை: ${words.institutions(waiting)}`
  },
  staleCount: (stale, all, waiting) => {
    const states = `மொத்தம் ${words.institutions(all)}: உறுதி செய்யப்பட்ட வீதங்கள் ${all - stale}, பழைய வீதங்கள் ${stale}`
    return waiting === 0
      ? states
      : `${states}; புதிய வீதங்கள் ஒரு நபரின் முடிவுக்குக் காத்திருப்பவை ${waiting}`
  },
  noneOfType: 'இந்த வகையான நிறுவனம் எதுவும் கண்காணிக்கப்படவில்லை.',
  noneOfTypeText: 'மேலே வேறு வகையைத் தேர்ந்தெடுங்கள்.',
  region: 'ஒவ்வொரு நிறுவனத்தின் வீதங்களும் உறுதி செய்யப்பட்டது எப்போது',
  caption: 'வெளியிட்ட ஒவ்வொரு நிறுவனத்தின் வீதங்களும் உறுதி செய்யப்பட்டது எப்போது, பழையவை முதலில்',
  table: 'ஒவ்வொரு நிறுவனத்தின் வீதங்களும் உறுதி செய்யப்பட்டது எப்போது',
  tableOfType: (type) => `ஒவ்வொரு நிறுவனத்தின் வீதங்களும் உறுதி செய்யப்பட்டது எப்போது, ${type}`,
  head: {
    institution: 'நிறுவனம்',
    state: 'நிலைமை',
    lastReading: 'கடைசி வாசிப்பு',
    published: 'வெளியிடப்பட்டது',
    checked: 'சரிபார்க்கப்பட்டது',
    confirmed: 'உறுதி செய்யப்பட்டது',
    limit: 'பழையதாகும் காலம், நாட்கள்',
  },
  byHand: 'கையால் உள்ளிடப்பட்டது',
  outcomes: {
    verified: 'மீண்டும் படிக்கப்பட்டது, மாற்றம் இல்லை',
    changed: 'புதிய வீதங்கள் வெளியிடப்பட்டன',
    failed: 'படிக்க முடியவில்லை',
    waiting: 'புதிய வீதங்கள் ஒரு நபரின் முடிவுக்குக் காத்திருக்கின்றன',
    rejected: 'புதிய வீதங்கள் நிராகரிக்கப்பட்டன',
  },
  earlierWaiting: 'முன்னைய வீதங்கள் ஒரு நபரின் முடிவுக்குக் காத்திருக்கின்றன',
  next: (day) => `அடுத்தது ${day}`,
  unpublished: 'இதுவரை வட்டி வீதத் தாள் இல்லை',
  unpublishedCount: (number) =>
    `கண்காணிக்கப்படும், ஆனால் வட்டி வீதத் தாள் வெளியிடப்படாதவை: ${words.institutions(number)}.`,
  unpublishedTable: 'வட்டி வீதத் தாள் இல்லாத நிறுவனங்கள்',
  unpublishedCaption: 'வட்டி வீதத் தாள் இல்லாத நிறுவனங்களின் கடைசி வாசிப்பு',
}
