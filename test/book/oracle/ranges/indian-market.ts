// A made-up Indian market: one bank and one finance company. Sheets hold inclusive bounds, so a bound that the page excludes is
// stated in days. The offers are written as `test/support/book.ts` reads them.

/** The same terms for general depositors and for senior citizens. */
const both = (terms: string, general: string, senior: string, deposit = ''): string[] => [
  `general ${terms} ${general} ${deposit}`.trim(),
  `senior_citizen ${terms} ${senior} ${deposit}`.trim(),
]

const threeCrore = '30000000.00'

export const bank = {
  id: 'neelgiri-bank',
  type: 'bank',
  offers: [
    // B1: 7 to 45 days
    ...both('7d-45d maturity', '3.50', '4.00'),
    // B2: 46 to 90 days
    ...both('46d-90d maturity', '4.50', '5.00'),
    // B3: 91 to under 180 days
    ...both('91d-179d maturity', '5.25', '5.75'),
    // B4: 180 days to under 1 year
    ...both('180d-364d maturity', '6.00', '6.50'),
    // B5: 1 year
    ...both('12.00 maturity', '6.60', '7.10'),
    // B6: above 1 year up to 2 years
    ...both('366d-24.00 maturity', '6.75', '7.25'),
    // B7: 444 days special
    ...both('444d maturity', '7.25', '7.75'),
    // B8: above 2 years up to 3 years
    ...both('731d-36.00 maturity', '7.00', '7.50'),
    // B9: above 3 years up to 5 years
    ...both('1096d-60.00 maturity', '6.50', '7.00'),
    // B10: above 5 years up to 10 years
    ...both('1826d-120.00 maturity', '6.25', '7.00'),
    // B11: 1 year, three crore and above
    `general 12.00 maturity 7.10 ${threeCrore}`,
    // B12: above 2 years up to 3 years, three crore and above
    `general 731d-36.00 maturity 7.40 ${threeCrore}`,
    // B13: 5 years tax saver, 100 and above
    ...both('60.00 maturity', '6.70', '7.20', '100.00'),
    // B14: 1 year up to 10 years, interest paid each quarter
    ...both('12.00-120.00 quarterly', '6.40', '6.90'),
    // B15: digital deposit, 7 to 182 days
    'digital 7d-182d maturity 4.00',
    // B16: digital deposit, 183 days to under 1 year
    'digital 183d-364d maturity 6.10',
  ],
} as const

export const financeCompany = {
  id: 'tamarind-finance',
  type: 'nbfi',
  offers: [
    // N1: 6 to 12 months
    'general 6.00-12.00 maturity 7.00 5000.00',
    // N2: 12 to under 24 months
    'general 12.00-729d maturity 7.40 5000.00',
    // N3: above 12 to under 13 months
    'general 366d-395d maturity 7.55 5000.00',
    // N4: 450 to 460 days special, 25000 and above
    'general 450d-460d maturity 7.95 25000.00',
    // N5: 24 to 36 months
    'general 24.00-36.00 maturity 7.75 5000.00',
    // N6: 36 to 48 months
    'general 36.00-48.00 maturity 7.90 5000.00',
    // N7: above 48 up to 60 months
    'general 1461d-60.00 maturity 8.00 5000.00',
    // N8: 60 months
    'general 60.00 maturity 8.10 5000.00',
    // N9: above 60 up to 84 months
    'general 1826d-84.00 maturity 7.60 5000.00',
    // N10: 12 to 60 months, interest paid each month
    'general 12.00-60.00 monthly 7.0825 5000.00',
    // N11: senior citizens, 12 to 60 months
    'senior_citizen 12.00-60.00 maturity 7.90 5000.00',
    // N12: senior citizens, 12 to 36 months
    'senior_citizen 12.00-36.00 maturity 7.80 5000.00',
    // N13: senior citizens, 36 to 60 months
    'senior_citizen 36.00-60.00 maturity 8.05 5000.00',
    // N14: senior citizens, 24 months, one lakh and above
    'senior_citizen 24.00 maturity 8.20 100000.00',
  ],
} as const
