import type { Messages } from '../messages.ts'

/** Labels of the filters in Tamil. Nobody has reviewed this translation. */
export const filters: Messages['filters'] = {
  label: 'வடிகட்டிகள்',
  change: 'மாற்று',
  tenure: 'காலம்',
  payout: 'வட்டி எப்போது',
  variant: 'சேமிப்பாளர்',
  type: 'நிறுவனங்கள்',
  allTypes: 'எல்லா வகைகளும்',
  institution: 'நிறுவனம்',
  all: 'அனைத்தும்',
  anyTenure: 'எந்தக் காலமும்',
  allTenures: 'எல்லாக் காலங்களும்',
  anyPayout: 'எந்தக் கொடுப்பனவும்',
  allPayouts: 'எல்லாக் கொடுப்பனவுகளும்',
  allVariants: 'எல்லா வைப்பாளர்களும்',
  direction: 'திசை',
  bothDirections: 'உயர்வுகளும் குறைப்புகளும்',
  raises: 'உயர்வுகள் மட்டும்',
  cuts: 'குறைப்புகள் மட்டும்',
  amount: 'தொகை',
  from: 'முதல்',
  until: 'வரை',
  stale: 'பழைய வீதங்களையும் சேர்',
  tenureOption: (tenure, institutions) => `${tenure} (${institutions})`,
}
