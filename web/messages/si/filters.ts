import type { Messages } from '../messages.ts'

/** Labels of the filters in Sinhala. Nobody has reviewed this translation. */
export const filters: Messages['filters'] = {
  label: 'පෙරහන්',
  change: 'වෙනස් කරන්න',
  tenure: 'කාල සීමාව',
  payout: 'පොලිය ගෙවන්නේ',
  variant: 'තැන්පත්කරු',
  type: 'ආයතන',
  allTypes: 'බැංකු සහ මුදල් සමාගම්',
  institution: 'ආයතනය',
  all: 'සියල්ල',
  anyTenure: 'ඕනෑම කාල සීමාවක්',
  allTenures: 'සියලු කාල සීමා',
  anyPayout: 'ඕනෑම ගෙවීම් ක්‍රමයක්',
  allPayouts: 'සියලු ගෙවීම් ක්‍රම',
  allVariants: 'සියලු තැන්පත්කරුවන්',
  direction: 'දිශාව',
  bothDirections: 'ඉහළ දැමීම් සහ පහළ දැමීම්',
  raises: 'ඉහළ දැමීම් පමණක්',
  cuts: 'පහළ දැමීම් පමණක්',
  amount: 'මුදල',
  from: 'සිට',
  until: 'දක්වා',
  stale: 'පැරණි අනුපාතද ඇතුළත් කරන්න',
  tenureOption: (tenure, institutions) => `${tenure} (${institutions})`,
}
