import { offerOf, sheetOf } from '../../support/small-book.ts'
import { input, offer, sheet, text, type BadInput } from './bad-rows.ts'

const json = JSON.stringify(sheetOf())
const deep = 100_000

/** Invalid JSON sheets. */
export const badSheets: readonly BadInput[] = [
  text('not JSON', 'hello', ['not-json', '', /neither a JSON object nor a CSV/]),
  text('JSON cut short', json.slice(0, -9), [
    'not-json',
    `line 1, column ${json.length - 9 + 1}`,
    /not JSON/,
  ]),
  text('nothing', '', ['not-json', '', /The file is empty/]),
  text('a list', `[${json}]`, ['wrong-type', '', /A list is not a JSON object/]),
  text('a text', '"sheet"', ['wrong-type', '', /not a JSON object/]),
  text('null', 'null', ['not-json', '', /neither a JSON object/]),
  text('two objects', `${json}\n${json}`, [
    'not-json',
    'line 2, column 1',
    /the end of the file is expected here/,
  ]),
  text('a duplicate key', `{"currency":"LKR",\n${json.slice(1)}`, [
    'duplicate-key',
    `line 2, column ${json.indexOf('"currency"')}`,
    /"currency" occurs twice/,
  ]),
  text('a duplicate key, nested', json.replace('"rate_pa"', '\n"rate_pa":"8",\n"rate_pa"'), [
    'duplicate-key',
    'line 3, column 1',
    /"rate_pa" occurs twice/,
  ]),
  text('a duplicate key, escaped', `{"\\u0063urrency":"LKR",${json.slice(1)}`, [
    'duplicate-key',
    `line 1, column ${'{"\\u0063urrency":"LKR",'.length + json.indexOf('"currency"')}`,
    /"currency" occurs twice/,
  ]),
  text(
    'a duplicate key, __proto__',
    `{"__proto__":1,"__proto__":2,${json.slice(1)}`,
    ['duplicate-key', 'line 1, column 16', /"__proto__" occurs twice/],
    ['unknown-key', '"__proto__"', /key is unknown/],
  ),
  sheet('an unknown key', { colour: 'red' }, [
    'unknown-key',
    '"colour"',
    /the known keys are institution_id/,
  ]),
  offer('an unknown key of an offer', { rate: '8' }, [
    'unknown-key',
    'offers[1]."rate"',
    /rate_pa/,
  ]),
  text('__proto__ as a key', `{"__proto__":{"complete":true},${json.slice(1)}`, [
    'unknown-key',
    '"__proto__"',
    /key is unknown/,
  ]),
  text(
    '__proto__ as a key of an offer',
    json.replace('"rate_pa"', '"__proto__":{"rate_pa":"9"},"rate_pa"'),
    ['unknown-key', 'offers[0]."__proto__"', /key is unknown/],
  ),
  sheet('constructor as a key', { constructor: 1 }, [
    'unknown-key',
    '"constructor"',
    /key is unknown/,
  ]),
  sheet('a missing key', { currency: undefined }, ['missing-key', 'currency', /missing/]),

  sheet('an unknown variant covered', { covers: ['general', 'kids'] }, [
    'unknown-value',
    'covers[1]',
    /kids/,
  ]),
  sheet('a variant that is not covered', { covers: ['women'] }, [
    'not-covered',
    'offers[0]',
    /general/,
  ]),

  sheet('terms to leave alone that are no list', { leaves: {} }, [
    'wrong-type',
    'leaves',
    /is not a list of terms\.$/,
  ]),
  sheet('1,001 terms to leave alone', { leaves: Array.from({ length: 1_001 }, () => ({})) }, [
    'too-many-offers',
    'leaves',
    /1001 terms alone; the maximum is 1000/,
  ]),
  sheet(
    'wrong terms to leave alone',
    {
      leaves: [
        { product_variant: 'kids', tenure_months: '12', payout_type: 'maturity' },
        { product_variant: 'women', payout_type: 'maturity', rate_pa: '9' },
        'general 12 maturity',
      ],
    },
    ['unknown-value', 'leaves[0].product_variant', /kids/],
    ['unknown-key', 'leaves[1]."rate_pa"', /known keys are product_variant/],
    ['no-tenure', 'leaves[1]', /tenure_months/],
    ['wrong-type', 'leaves[2]', /not a JSON object/],
  ),
  sheet(
    'terms that are listed, covered not or named twice, and left alone',
    {
      covers: ['general'],
      leaves: [
        { product_variant: 'general', tenure_months: '12.0', payout_type: 'maturity' },
        { product_variant: 'women', tenure_days: 365, payout_type: 'maturity' },
        { product_variant: 'women', tenure_months: '12', payout_type: 'maturity' },
      ],
    },
    ['listed-and-left', 'leaves[0]', /lists offers for these terms/],
    ['not-covered', 'leaves[1]', /women/],
    ['not-covered', 'leaves[2]', /women/],
    ['duplicate-offer', 'leaves[2]', /leaves\[1\]/],
  ),

  sheet('a date that does not exist', { scraped_at: '2026-02-31T00:00:00Z' }, [
    'bad-instant',
    'scraped_at',
    /2026-02-31/,
  ]),
  sheet('a day instead of an instant', { scraped_at: '2026-06-02' }, [
    'bad-instant',
    'scraped_at',
    /UTC/,
  ]),
  ...['2026-02-30T00:00:00+05:30', '2026-06-02T00:00:00+15:00', '2026-06-02T00:00:00+05:75'].map(
    (time) =>
      sheet(`a time with an impossible offset or day ${time}`, { scraped_at: time }, [
        'bad-instant',
        'scraped_at',
        /is not a valid time; write it in UTC.*or with an offset, such as/,
      ]),
  ),
  sheet('a date in the future', { scraped_at: '2999-01-01T00:00:00Z' }, [
    'in-the-future',
    'scraped_at',
    /2999-01-01/,
  ]),
  sheet('a date older than the last sheet', { scraped_at: '2026-05-31T23:59:59Z' }, [
    'older-than-last',
    'scraped_at',
    /2026-06-01T00:00:00Z/,
  ]),
  sheet('an unregistered institution', { institution_id: 'gamma-bank' }, [
    'unregistered',
    'institution_id',
    /gamma-bank is not registered/,
  ]),
  sheet('a bad identifier', { institution_id: 'Alpha Bank' }, [
    'bad-identifier',
    'institution_id',
    /hyphens/,
  ]),
  sheet('another currency', { currency: 'USD' }, ['other-currency', 'currency', /USD.*LKR/]),
  ...['rupees', 'lkr', 5].map((currency) =>
    sheet(`no currency code ${currency}`, { currency }, [
      'bad-currency',
      'currency',
      /three capital letters/,
    ]),
  ),
  ...['LKX', 'XXX'].map((currency) =>
    sheet(
      `a currency that is not in ISO 4217 ${currency}`,
      { currency },
      ['unknown-currency', 'currency', /not a currency code of ISO 4217/],
      ['other-currency', 'currency', /LKR/],
    ),
  ),
  ...[
    'ftp://alpha-bank.example/',
    'javascript:alert(1)',
    'alpha-bank.example',
    'http://',
    'file:///etc/passwd',
  ].map((address) =>
    sheet(`a source address ${address}`, { source_url: address }, [
      'bad-url',
      'source_url',
      /not an http or https/,
    ]),
  ),

  ...['https://user:secret@alpha-bank.example/', 'https://user@alpha-bank.example'].map((address) =>
    sheet(`a URL with credentials ${address}`, { source_url: address }, [
      'url-with-password',
      'source_url',
      /^The URL has a user name or a password; remove it\.$/,
    ]),
  ),
  ...['ftp://user:secret@x/', 'https:/user:secret@x/', 'https://user:secret@'].map((address) =>
    sheet(
      `a bad URL with credentials ${address}`,
      { source_url: address },
      ['url-with-password', 'source_url', /^The URL has a user name or a password; remove it\.$/],
      ['bad-url', 'source_url', /^The address is not an http or https URL\.$/],
    ),
  ),

  sheet('an empty partial sheet', { complete: false, offers: [] }, [
    'no-offers',
    'offers',
    /at least one/,
  ]),
  sheet('offers that are no list', { offers: {} }, ['wrong-type', 'offers', /not a list/]),
  sheet('complete as a text', { complete: 'yes' }, ['wrong-type', 'complete', /true or false/]),

  sheet('100,000 offers', { offers: Array.from({ length: 100_000 }, () => offerOf()) }, [
    'too-many-offers',
    'offers',
    /100000 offers; the maximum is 10000/,
  ]),
  input('a 50 MB file', () => Buffer.alloc(50_000_000, 32), [
    'too-large',
    '',
    /larger than 32 MiB/,
  ]),
  text(
    'a hundred thousand lists in one another',
    `{"complete":${'['.repeat(deep)}${']'.repeat(deep)},${json.slice(1)}`,
    ['wrong-type', 'complete', /A list is not true or false/],
  ),
  offer('a NUL', { product: 'Fixed\u0000Deposit' }, [
    'bad-text',
    'offers[1].product',
    /control character/,
  ]),
  offer('a C1 control character', { product: 'Fixed\u0085' }, [
    'bad-text',
    'offers[1].product',
    /Character 6 is U\+0085, a control character/,
  ]),
  ...[0xad, 0x61c, 0x200b, 0x200d, 0x202e, 0x2028, 0x2060, 0x2066, 0x3164, 0xfeff, 0xe0041].map(
    (code) => {
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
      return offer(`the character ${name}`, { product: `😀 F${String.fromCodePoint(code)}D` }, [
        'invisible-character',
        'offers[1].product',
        new RegExp(`^Character 4 is ${name.replace('+', '\\+')}, an? .* character; remove it\\.$`),
      ])
    },
  ),
  sheet('an invisible character in a URL', { source_url: 'https://a.example/\u200B' }, [
    'invisible-character',
    'source_url',
    /Character 19 is U\+200B/,
  ]),
  text('half of a surrogate pair', json.replace('"rate_pa"', '"product":"\\ud83d","rate_pa"'), [
    'bad-text',
    'offers[0].product',
    /surrogate/,
  ]),
  text('half of a surrogate pair as a key', `{"\\udc00":1,${json.slice(1)}`, [
    'unknown-key',
    '"\\udc00"',
    /key is unknown/,
  ]),
  offer('a long text', { product: 'x'.repeat(301) }, ['bad-text', 'offers[1].product', /300/]),
  input(
    'bytes that are not UTF-8',
    () => Buffer.from(json.replace('alpha', 'alph\xe4'), 'latin1'),
    ['not-utf-8', '', /Byte 23 is not UTF-8/],
  ),
  ...['\uFEFF', ''].map((mark) =>
    input(
      mark === '' ? 'UTF-16 without a mark' : 'UTF-16',
      () => Buffer.from(mark + json, 'utf16le'),
      ['not-utf-8', '', /is UTF-16; save the file as UTF-8/],
    ),
  ),
  input('UTF-16, big-endian', () => Buffer.from(`\uFEFF${json}`, 'utf16le').swap16(), [
    'not-utf-8',
    '',
    /is UTF-16; save the file as UTF-8/,
  ]),
]
