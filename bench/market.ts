const variants = ['general', 'senior_citizen', 'women', 'digital', 'minor']
const tenures = ['3', '6', '9', '12', '18', '24', '36', '60']
// Some names need UTF-8, and some need two bytes a character in memory.
const names = ['Harbour Bank PLC', 'Crédit Océan PLC', 'மக்கள் Finance', 'People’s Savings PLC']
const begin = Date.parse('2016-01-01T00:00:00Z')
const tenYears = 3652 * 86_400

/** Fifty institutions, half of them banks. */
export const institutions = Array.from({ length: 50 }, (_, i) => ({
  id: `institution-${i + 1}`,
  name: `${names[i % names.length]} ${i + 1}`,
  type: i % 2 === 0 ? 'bank' : 'nbfi',
}))

/** Every combination of variants, some tenures and two payouts, in terms order. */
export function termsOf(tenures: readonly string[]) {
  const payouts = ['maturity', 'monthly']
  return variants.flatMap((variant) =>
    tenures.flatMap((tenure) => payouts.map((payout) => ({ variant, tenure, payout }))),
  )
}

/**
 * The sheets of a market with `changes` history records, oldest first: the same at every run.
 * Each lists the 80 series of its institution, and all but its first move all rates.
 */
export function* marketSheets(changes: number) {
  const terms = termsOf(tenures)
  const random = randomOf(28)
  const states = institutions.map((institution) => ({
    institution,
    rates: terms.map(() => 700 + 5 * Math.floor(random() * 60)),
  }))
  const count = changes / terms.length
  for (let sheet = 0; sheet < count; sheet += states.length) {
    for (const [i, state] of states.entries()) {
      const before = state.rates
      if (sheet > 0) state.rates = before.map((rate) => movedRate(rate, random))
      const at = begin + Math.floor(((sheet + i) * tenYears) / count) * 1000
      yield {
        institution: state.institution,
        at: new Date(at).toISOString().replace('.000Z', 'Z'),
        records: terms.map((one, k) => ({ ...one, ...movement(before[k], state.rates[k]) })),
      }
    }
  }
}

/** Rates are hundredths of a percent, and stay between 4 and 16 percent. */
function movedRate(rate: number, random: () => number): number {
  const step = [5, 25, 50][Math.floor(random() * 3)] ?? 5
  const isUp = rate - step < 400 || (rate + step <= 1600 && random() < 0.5)
  return isUp ? rate + step : rate - step
}

function movement(before = 0, after = 0) {
  const direction = after === before ? 'initial' : after > before ? 'up' : 'down'
  return { previous: (before / 100).toFixed(2), rate: (after / 100).toFixed(2), direction }
}

/** Math.random takes no seed. This is mulberry32, a generator with 32 bits of state. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
