import { offerOf } from '../../support/small-book.ts'
import { offer, sheet, type BadInput } from './bad-rows.ts'

const rate = 'offers[1].rate_pa'
const tenure = 'offers[1].tenure_months'
const days = (count: unknown) => ({ tenure_months: undefined, tenure_days: count })

/** Invalid offers in JSON sheets. */
export const badOffers: readonly BadInput[] = [
  offer('a rate as a JSON number', { rate_pa: 8.5 }, [
    'wrong-type',
    rate,
    /write it as a string, "8.5"/,
  ]),
  offer('a rate 1e1', { rate_pa: '1e1' }, ['bad-decimal', rate, /"1e1" is not a plain decimal/]),
  offer('a rate 4..75', { rate_pa: '4..75' }, ['bad-decimal', rate, /"4\.\.75"/]),
  offer('a rate -1', { rate_pa: '-1' }, ['bad-decimal', rate, /"-1"/]),
  offer('a rate 0', { rate_pa: '0' }, ['out-of-range', rate, /above 0/]),
  offer('a rate 0.00', { rate_pa: '0.00' }, ['out-of-range', rate, /above 0/]),
  offer('a rate 3530', { rate_pa: '3530' }, ['out-of-range', rate, /at most 1000 percent/]),
  offer('a rate 1000.01', { rate_pa: '1000.01' }, ['out-of-range', rate, /at most 1000 percent/]),
  offer('a rate with a sign', { rate_pa: '8.5%' }, ['bad-decimal', rate, /"8.5%"/]),
  offer('a rate with a comma', { rate_pa: '8,5' }, [
    'bad-decimal',
    rate,
    /"8,5" has a comma; write the rate with a point/,
  ]),
  offer('a deposit with thousands separators', { min_deposit: '100,000.00' }, [
    'bad-decimal',
    'offers[1].min_deposit',
    /"100,000\.00" has a comma.*without thousands separators/,
  ]),
  offer('a rate of Arabic digits', { rate_pa: '٨' }, ['bad-decimal', rate, /plain decimal/]),
  offer('a rate of null', { rate_pa: null }, ['bad-decimal', rate, /null/]),
  offer('an empty rate', { rate_pa: '' }, ['bad-decimal', rate, /""/]),
  offer('an AER as a JSON number', { aer: 9 }, ['wrong-type', 'offers[1].aer', /"9"/]),
  offer('a deposit below zero', { min_deposit: '-5' }, [
    'bad-decimal',
    'offers[1].min_deposit',
    /"-5"/,
  ]),

  offer('a tenure of 0', { tenure_months: '0' }, ['out-of-range', tenure, /above 0/]),
  offer('a tenure of 12 months', { tenure_months: '12 months' }, [
    'bad-decimal',
    tenure,
    /"12 months"/,
  ]),
  offer('a tenure as a JSON number', { tenure_months: 12 }, ['wrong-type', tenure, /"12"/]),
  offer('0 days', days(0), ['out-of-range', 'offers[1].tenure_days', /from 1/]),
  offer('half a day', days(1.5), ['out-of-range', 'offers[1].tenure_days', /whole/]),
  offer('days in a text', days('100'), ['out-of-range', 'offers[1].tenure_days', /"100"/]),
  offer('days as months', { tenure_to_months: '400 days' }, [
    'bad-decimal',
    'offers[1].tenure_to_months',
    /^"400 days" is in days; leave tenure_to_months out and give tenure_to_days 400\.$/,
  ]),
  offer('both tenures', { tenure_days: 365 }, ['two-tenures', 'offers[1]', /keep the one/]),
  offer('both upper bounds', { tenure_to_months: '24', tenure_to_days: 730 }, [
    'two-tenures',
    'offers[1]',
    /tenure_to_months and tenure_to_days/,
  ]),
  offer('an upper bound below the tenure', { tenure_to_days: 364 }, [
    'not-a-range',
    'offers[1]',
    /from 12 months to 364 days does not end after it starts/,
  ]),
  offer(
    'an upper bound in days below the tenure',
    { tenure_months: undefined, tenure_days: 500, tenure_to_days: 400 },
    ['not-a-range', 'offers[1]', /from 500 days to 400 days does not end/],
  ),
  offer('an upper bound that is the tenure', { tenure_to_days: 365 }, [
    'not-a-range',
    'offers[1]',
    /leave the upper bound out/,
  ]),
  offer('no tenure', { tenure_months: undefined }, ['no-tenure', 'offers[1]', /give one of them/]),
  offer('an unknown variant', { product_variant: 'kids' }, [
    'unknown-value',
    'offers[1].product_variant',
    /one of general, senior_citizen, women, digital, minor/,
  ]),
  offer('an unknown payout', { payout_type: 'weekly' }, [
    'unknown-value',
    'offers[1].payout_type',
    /one of maturity, monthly, quarterly, annual/,
  ]),
  offer('the same terms twice', { tenure_months: '3' }, [
    'duplicate-offer',
    'offers[1]',
    /are also at offers\[0\]/,
  ]),
  offer('the same terms printed otherwise', { tenure_months: '3.00', rate_pa: '9' }, [
    'duplicate-offer',
    'offers[1]',
    /offers\[0\]/,
  ]),
  offer('no deposit and a deposit of zero', { tenure_months: '3', min_deposit: '0.00' }, [
    'duplicate-offer',
    'offers[1]',
    /offers\[0\]/,
  ]),
  sheet(
    'a deposit printed otherwise',
    { offers: [offerOf({ min_deposit: '5000' }), offerOf({ min_deposit: '5000.00' })] },
    ['duplicate-offer', 'offers[1]', /offers\[0\]/],
  ),
  sheet('days that are equal to months', { offers: [offerOf(), offerOf(days(365))] }, [
    'duplicate-offer',
    'offers[1]',
    /offers\[0\]/,
  ]),
]
