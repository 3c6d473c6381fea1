import { bank, financeCompany } from './indian-market.ts'

// Answers about the Indian market that were worked out by hand from its two sheets, before anything was compared with them.
// A bound in months is months × 365 / 12 days. The finance company has the higher rate wherever both apply. Each type has one
// institution, so all figures of a group are the same rate.

/** The rates of `/compare`, best first, and those of the groups of `/summary`. */
export type HandAnswer = {
  readonly tenure: string
  readonly compare: readonly string[]
  readonly summary: readonly string[]
}

const [B, N] = [bank.id, financeCompany.id]

export const handAnswers: readonly HandAnswer[] = [
  {
    // 30.4167 days. B1 and B15; the finance company begins at 182.5 days.
    tenure: '1',
    compare: [`${B} 3.500`],
    summary: [
      'bank general maturity 3.500',
      'bank senior_citizen maturity 4.000',
      'bank digital maturity 4.000',
    ],
  },
  {
    // 91.25 days. B3, which begins at 91; B2 ended at 90. B15.
    tenure: '3',
    compare: [`${B} 5.250`],
    summary: [
      'bank general maturity 5.250',
      'bank senior_citizen maturity 5.750',
      'bank digital maturity 4.000',
    ],
  },
  {
    // 182.5 days. B4. B15 ends at 182 and B16 begins at 183, so neither applies. N1, exactly at its lower bound.
    tenure: '6',
    compare: [`${N} 7.000`, `${B} 6.000`],
    summary: [
      'bank general maturity 6.000',
      'bank senior_citizen maturity 6.500',
      'nbfi general maturity 7.000',
    ],
  },
  {
    // 365 days. B5 and B11 are single tenures; B5 has the lower deposit. B4 ends at 364, B6 begins at 366. B14 at its lower bound.
    // N1 ends here and N2 begins here: N1 is narrower, although N2 pays more. N3 begins at 366. N12 is narrower than N11.
    tenure: '12',
    compare: [`${N} 7.000`, `${B} 6.600`],
    summary: [
      'bank general maturity 6.600',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.100',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.000',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 395.4167 days. B6. N2; N3 ends at 395; a tenure that is rounded to whole days would match it. N12 is narrower than N11.
    tenure: '13',
    compare: [`${N} 7.400`, `${B} 6.750`],
    summary: [
      'bank general maturity 6.750',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.250',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.400',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 456.25 days. B6; B7 is the single tenure 14.60. N4 is narrower than N2, but the lower deposit of N2 decides first. N12.
    tenure: '15',
    compare: [`${N} 7.400`, `${B} 6.750`],
    summary: [
      'bank general maturity 6.750',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.250',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.400',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 730 days. B6 at its upper bound; B8 begins at 731. N5 at its lower bound; N2 ended at 729. N14 is a single tenure, but its
    // deposit is higher; N12 is narrower than N11.
    tenure: '24',
    compare: [`${N} 7.750`, `${B} 6.750`],
    summary: [
      'bank general maturity 6.750',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.250',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.750',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 760.4167 days. B8 and B12; B8 has the lower deposit. N5. N12.
    tenure: '25',
    compare: [`${N} 7.750`, `${B} 7.000`],
    summary: [
      'bank general maturity 7.000',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.500',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.750',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 1095 days. B8 and B12 at their upper bound. N5 and N6 have the same deposit and width (365 days), and N5 begins lower. N12 and
    // N13 are 730 days wide, N11 1460; N12 begins lower than N13.
    tenure: '36',
    compare: [`${N} 7.750`, `${B} 7.000`],
    summary: [
      'bank general maturity 7.000',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.500',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.750',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 1825 days. B9 at its upper bound has a lower deposit than the single tenure B13. N7 at its upper bound and N8 have the same
    // deposit, and the single tenure goes first. N9 begins at 1826. N10 at its upper bound. N13 is narrower than N11.
    tenure: '60',
    compare: [`${N} 8.100`, `${B} 6.500`],
    summary: [
      'bank general maturity 6.500',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.000',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 8.100',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 8.050',
    ],
  },
  {
    // 1855.4167 days. B10. N9. N10 and the senior offers of the finance company ended at 1825.
    tenure: '61',
    compare: [`${N} 7.600`, `${B} 6.250`],
    summary: [
      'bank general maturity 6.250',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.000',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.600',
    ],
  },
  {
    // 3650 days. B10 and B14 at their upper bound. The finance company ended at 2555.
    tenure: '120',
    compare: [`${B} 6.250`],
    summary: [
      'bank general maturity 6.250',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.000',
      'bank senior_citizen quarterly 6.900',
    ],
  },
  {
    // 444 days (decision 047). B6 and B7, whose months are 444 × 12 / 365 = 14.597; the single tenure goes first. N2; N4 begins at
    // 450. N12.
    tenure: '14.6',
    compare: [`${N} 7.400`, `${B} 7.250`],
    summary: [
      'bank general maturity 7.250',
      'bank general quarterly 6.400',
      'bank senior_citizen maturity 7.750',
      'bank senior_citizen quarterly 6.900',
      'nbfi general maturity 7.400',
      'nbfi general monthly 7.0825',
      'nbfi senior_citizen maturity 7.800',
    ],
  },
  {
    // 7 days (decision 047), the lower bound of B1 and B15. As exact months it would be 6.9958 days, at which nothing applies.
    tenure: '0.23',
    compare: [`${B} 3.500`],
    summary: [
      'bank general maturity 3.500',
      'bank senior_citizen maturity 4.000',
      'bank digital maturity 4.000',
    ],
  },
]

/** The rates of `/compare` for a deposit. */
export const depositAnswers: readonly (Omit<HandAnswer, 'summary'> & { deposit: string })[] = [
  // No offer of the finance company is reached.
  { tenure: '12', deposit: '4999.99', compare: [`${B} 6.600`] },
  // N1 and N2 are reached; N2 has the highest rate.
  { tenure: '12', deposit: '5000', compare: [`${N} 7.400`, `${B} 6.600`] },
  { tenure: '12', deposit: '30000000', compare: [`${N} 7.400`, `${B} 7.100`] },
  // N4 pays more than N2.
  { tenure: '15', deposit: '25000', compare: [`${N} 7.950`, `${B} 6.750`] },
  // N6 pays more than N5, and B12 more than B8.
  { tenure: '36', deposit: '30000000.00', compare: [`${N} 7.900`, `${B} 7.400`] },
  // B13 pays more than B9.
  { tenure: '60', deposit: '100', compare: [`${B} 6.700`] },
]

/**
 * The groups of `/summary?type=nbfi`, which stand at the lower bounds of the offers. At 12.03 (366 days) N3 is narrower than N2, at
 * 14.79 (450 days) N2 has a lower deposit than N4. 48.03 are 1461 days, 60.03 are 1826.
 */
export const financeSummary: readonly string[] = [
  'general 6.00 maturity 7.000',
  'general 12.00 maturity 7.000',
  'general 12.00 monthly 7.0825',
  'general 12.03 maturity 7.550',
  'general 14.79 maturity 7.400',
  'general 24.00 maturity 7.750',
  'general 36.00 maturity 7.750',
  'general 48.03 maturity 8.000',
  'general 60.00 maturity 8.100',
  'general 60.03 maturity 7.600',
  'senior_citizen 12.00 maturity 7.800',
  'senior_citizen 24.00 maturity 7.800',
  'senior_citizen 36.00 maturity 7.800',
]

/** The same of `/summary?type=bank&variant=digital`: 7 days, B15, and 183 days (6.016 months), B16. */
export const digitalSummary: readonly string[] = [
  'digital 0.23 maturity 4.000',
  'digital 6.02 maturity 6.100',
]
