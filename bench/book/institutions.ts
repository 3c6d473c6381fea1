import type { Day } from '../../src/domain/day.ts'
import type { Institution, InstitutionType } from '../../src/domain/institution.ts'

const bankNames = [
  'People’s Harbour Bank',
  'Bank of the Highlands',
  'Crédit Océan Bank',
  'මහජන ඉතිරි බැංකුව (Mahajana Savings Bank)',
  'வடக்கு வங்கி (Northern Bank)',
  'Sörli & Sons Bank',
  ...[
    'Amber',
    'Banyan',
    'Cinnamon',
    'Delta',
    'Eastgate',
    'Fort',
    'Galle Road',
    'Hill Country',
    'Island',
    'Jasmine',
    'Kandyan',
    'Lagoon',
    'Monsoon',
    'Neem',
    'Orchid',
    'Palm Coast',
    'Quay',
    'Riverside',
    'Sapphire',
    'Tea Country',
    'Union',
    'Valley',
    'Westgate',
    'Zenith',
  ].map((name) => `${name} Bank PLC`),
]

const financeNames = [
  'Merchant’s “First” Finance PLC',
  'Über Leasing & Finance',
  ...[
    'Abacus',
    'Beacon',
    'Compass',
    'Dagoba',
    'Emerald',
    'Falcon',
    'Granite',
    'Horizon',
    'Ivory',
    'Juniper',
    'Keystone',
    'Lotus',
    'Meridian',
    'Nimbus',
    'Oasis',
    'Peacock',
    'Quartz',
    'Rampart',
    'Summit',
    'Topaz',
    'Umbra',
    'Vista',
    'Willow',
    'Xenon',
    'Yarrow',
    'Zephyr',
    'Arunalu',
    'Bodhi',
  ].map((name) => `${name} Finance PLC`),
]

const ratings = ['AA-(lka)', 'A+(lka)', 'A(lka)', 'A-(lka)', 'BBB+(lka)', 'BBB(lka)', 'BB+(lka)']

/** The 60 institutions of the market as they are first registered: 30 banks and 30 finance companies, by type. */
export function firstRegistrations(): Institution[] {
  return [
    ...bankNames.map((name, i) => institution(name, 'bank', i)),
    ...financeNames.map((name, i) => institution(name, 'nbfi', i)),
  ]
}

/** The record after a rating was entered or changed; `step` is how often that happened before. */
export function rated(record: Institution, step: number, day: Day): Institution {
  return {
    ...record,
    creditRating: ratings[(record.name.length + step) % ratings.length] ?? null,
    ratingAgency: record.name.length % 2 === 0 ? 'Fitch Ratings' : 'Lanka Rating Agency',
    ratingUpdated: day,
  }
}

function institution(name: string, type: InstitutionType, i: number): Institution {
  // An identifier keeps the letters that it may have: a name in another script keeps its number.
  const plain = name.normalize('NFKD').replaceAll(/[\p{M}’]/gu, '')
  const words = plain.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const id = [...words, `${i + 1}`].join('-')
  return {
    id,
    name,
    type,
    website: `https://www.${id}.example/`,
    active: true,
    licenseType: type === 'bank' ? 'licensed_commercial_bank' : 'licensed_finance_company',
    creditRating: null,
    ratingAgency: null,
    ratingUpdated: null,
    staleAfterDays: i % 3 === 0 ? 14 : 7,
  }
}
