import { canonicalJson, type Json } from '../../../src/domain/json.ts'
import type { Entry, EntryKind } from '../../../src/domain/entry.ts'

/** The body of an entry, parsed. */
export type Body = Readonly<Record<string, Json>>
/** A way to alter the body of an entry; `undefined` where it does not apply. */
export type Alteration = readonly [
  what: string,
  alter: (body: Body, entry: Entry) => object | undefined,
]

const set = (what: string, fields: object): Alteration => [what, (body) => ({ ...body, ...fields })]
const without = (key: string): Alteration => [
  `no ${key}`,
  (body) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== key)),
]
/** Alters a part of the body, if the entry has it. */
const part = (
  what: string,
  key: string,
  alter: (value: Body) => object | undefined,
): Alteration => [
  what,
  (body) => {
    const altered = key in body ? alter(body[key] as Body) : undefined
    return altered && { ...body, [key]: altered }
  },
]
const list = (body: Body, key: string): readonly Json[] => (body[key] ?? []) as readonly Json[]
const withSheet = (what: string, alter: (sheet: Body) => object): Alteration =>
  part(what, 'sheet', alter)

const origins: readonly Alteration[] = [
  part('an unknown key of the origin', 'origin', (origin) => ({ ...origin, by: 'Ann' })),
  part('another source', 'origin', (origin) => ({ ...origin, source: { file: 'a.yaml' } })),
  part('a digest of another form', 'origin', (origin) => ({
    ...origin,
    captures: [{ ...(list(origin, 'captures')[0] as Body), digest: 'ABC' }],
  })),
  part('an address that is none', 'origin', (origin) => ({
    ...origin,
    captures: [{ ...(list(origin, 'captures')[0] as Body), url: 'file:///etc/passwd' }],
  })),
  part('an unknown format', 'origin', (origin) => ({
    ...origin,
    captures: [{ ...(list(origin, 'captures')[0] as Body), format: 'png' }],
  })),
  part('the instant of the next run in another form', 'origin', (origin) => ({
    ...origin,
    nextDue: 'tomorrow',
  })),
  part('no unmatched line', 'origin', (origin) => ({ ...origin, unmatched: [] })),
  part('an unmatched line that is no text', 'origin', (origin) => ({ ...origin, unmatched: [5] })),
  part('a repetition of an entry that does not exist', 'origin', (origin) => ({
    ...omit(origin, 'cells'),
    repeats: 10_000,
  })),
]

/** Alters one cell of each offer. */
const withCell = (what: string, name: string, alter: (cell: Body) => object): Alteration =>
  part(what, 'origin', (origin) =>
    'cells' in origin
      ? {
          ...origin,
          cells: list(origin, 'cells').map((one) => {
            const own = one as Body
            return { ...own, [name]: alter(own[name] as Body) }
          }),
        }
      : undefined,
  )

const cells: readonly Alteration[] = [
  part('one more cell', 'origin', (origin) => {
    const [first] = list(origin, 'cells')
    return first === undefined ? undefined : { ...origin, cells: [...list(origin, 'cells'), first] }
  }),
  part('a cell of a page that was not captured', 'origin', (origin) =>
    'cells' in origin
      ? { ...origin, cells: list(origin, 'cells').map((one) => ({ ...(one as Body), capture: 7 })) }
      : undefined,
  ),
  part('a cell without a heading', 'origin', (origin) =>
    'cells' in origin
      ? { ...origin, cells: list(origin, 'cells').map((one) => omit(one as Body, 'column')) }
      : undefined,
  ),
  withCell('a decimal mark that is the default', 'rate', (cell) => ({ ...cell, decimal: '.' })),
  withCell('a tenure cell without a meaning', 'tenure', (cell) => ({ ...cell, means: '' })),
  withCell('a heading with a meaning', 'column', (cell) => ({ ...cell, means: '12 months' })),
]

/** Alters a held sheet that a reviewer edited. */
const ofEdit = (what: string, alter: (body: Body) => object | undefined): Alteration => [
  what,
  (body) => ('editOf' in body ? alter(body) : undefined),
]

/** Ways to alter a held sheet that a reviewer edited or typed, or to make one of a run look like that. */
const byPerson: readonly Alteration[] = [
  [
    'a person who held it without a reason',
    (body) => ('by' in body ? omit(body, 'reason') : { ...body, by: 'ann' }),
  ],
  ['a reason of nobody', (body) => ('by' in body ? omit(body, 'by') : { ...body, reason: 'so' })],
  ['a note of nobody', (body) => ('by' in body ? undefined : { ...body, note: 'so' })],
  [
    'a reviewer who is not registered',
    (body) => ('by' in body ? { ...body, by: 'nobody' } : undefined),
  ],
  [
    'pages of a read sheet',
    (body) =>
      'origin' in body
        ? { ...body, typedFrom: list(body['origin'] as Body, 'captures') }
        : undefined,
  ],
  [
    'no page of a typed sheet',
    (body) => ('typedFrom' in body ? { ...body, typedFrom: [] } : undefined),
  ],
  [
    'one reviewer for a typed sheet',
    (body) => ('by' in body && !('editOf' in body) ? { ...body, reviewers: 1 } : undefined),
  ],
  ofEdit('an edit of an entry that is no held sheet', (body) => ({ ...body, editOf: 1 })),
  ofEdit('a sheet that was typed', (body) => ('origin' in body ? omit(body, 'editOf') : undefined)),
  ofEdit('another product', (body) => ({
    ...body,
    sheet: withOffers(body, (offer) => ({ ...offer, product: 'Other' })),
  })),
  ofEdit('another heading of every rate', (body) =>
    withOrigin(body, (one) => ({ ...one, column: { address: '#char=1,2', text: 'Monthly' } })),
  ),
  ofEdit('another time of the next run', (body) =>
    'origin' in body
      ? { ...body, origin: { ...(body['origin'] as Body), nextDue: '2031-01-01T00:00:00Z' } }
      : undefined,
  ),
]

function withOffers(body: Body, alter: (offer: Body) => object): object {
  const sheet = body['sheet'] as Body
  return { ...sheet, offers: list(sheet, 'offers').map((offer) => alter(offer as Body)) }
}

/** The body with altered cells of more offers than an edit has. */
function withOrigin(body: Body, alter: (cells: Body) => object): object | undefined {
  const origin = body['origin'] as Body | undefined
  const cells = origin === undefined ? [] : list(origin, 'cells')
  return cells.length < 2
    ? undefined
    : { ...body, origin: { ...origin, cells: cells.map((one) => alter(one as Body)) } }
}

function omit(body: Body, key: string): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== key))
}

const salts: readonly Alteration[] = [without('salt'), set('a short salt', { salt: 'ab' })]

/** Ways to alter the body of an entry, by kind. */
export const alterations: Partial<Record<EntryKind, readonly Alteration[]>> = {
  'rates-checked': [
    set('an unknown outcome', { outcome: 'lost' }),
    set('the outcome of another kind of entry', { outcome: 'verified' }),
    set('a message that is no text', { message: 5 }),
    [
      'a message without a failure',
      (body) => ('message' in body ? omit(body, 'outcome') : undefined),
    ],
    [
      'a failure without a message',
      (body) => ('message' in body ? omit(body, 'message') : undefined),
    ],
    [
      'an outcome without an origin',
      (body) => ('origin' in body ? omit(body, 'origin') : undefined),
    ],
    set('a refusal that is none', { refusal: 'captcha' }),
    set('a refusal without a failure', { refusal: 'robots', outcome: 'held' }),
    part('cells without offers', 'origin', (origin) => ({ ...origin, cells: [] })),
    ...origins,
  ],
  'rates-verified': [
    set('no tiers', { tiers: [] }),
    set('a tier that does not stand', {
      tiers: [{ variant: 'minor', tenure: '77', payout: 'annual' }],
    }),
    ['a tier of another printing', reprintedTier],
    [
      'a tier twice',
      (body) =>
        'tiers' in body
          ? { ...body, tiers: [...list(body, 'tiers'), ...list(body, 'tiers').slice(-1)] }
          : undefined,
    ],
    ['tiers without an origin', (body) => ('origin' in body ? omit(body, 'origin') : undefined)],
    ['an origin without tiers', (body) => ('tiers' in body ? omit(body, 'tiers') : undefined)],
    ...origins,
    ...cells,
  ],
  'sheet-held': [
    ...salts,
    without('findings'),
    // An edit may leave no finding, but then its published sheet has none either.
    [
      'an empty list of findings',
      (body) => ('editOf' in body ? undefined : { ...body, findings: [] }),
    ],
    set('a finding without a rule', { findings: [{ message: 'It moved.' }] }),
    without('origin'),
    without('sheet'),
    without('comparedWith'),
    set('another sheet that it was compared with', { comparedWith: 1 }),
    set('no reviewer', { reviewers: 0 }),
    set('three reviewers', { reviewers: 3 }),
    withSheet('a rate of zero', (sheet) => ({
      ...sheet,
      offers: list(sheet, 'offers').map((offer) => ({ ...(offer as Body), rate: '0' })),
    })),
    withSheet('another currency', (sheet) => ({ ...sheet, currency: 'USD' })),
    withSheet('no address', (sheet) => ({ ...sheet, sourceUrl: 'page' })),
    withSheet('a later reading', (sheet) => ({ ...sheet, scrapedAt: '2090-01-01T00:00:00Z' })),
    withSheet('an unknown key', (sheet) => ({ ...sheet, because: 'of it' })),
    ...origins,
    ...cells,
    ...byPerson,
  ],
  'sheet-decided': [
    ...salts,
    set('a reviewer who is not registered', { by: 'nobody' }),
    without('by'),
    set('an unknown decision', { decision: 'postponed' }),
    set('an entry that is no held sheet', { hold: 1 }),
    set('an entry that does not exist', { hold: 10_000 }),
    ['a position as a text', (body) => ({ ...body, hold: canonicalJson(body['hold'] ?? null) })],
    set('an unknown key', { because: 'of it' }),
  ],
  'source-accepted': [
    ...salts,
    set('a reviewer who is not registered', { by: 'nobody' }),
    without('by'),
    without('source'),
    part('a digest of another form', 'source', (source) => ({ ...source, digest: 'ABC' })),
    part('an unknown key', 'source', (source) => ({ ...source, because: 'of it' })),
  ],
  'reviewer-registered': [
    ...salts,
    without('reviewer'),
    set('an id of another form', { reviewer: { id: 'Ann P.', name: 'Ann' } }),
    set('an empty name', { reviewer: { id: 'ann', name: '' } }),
    set('an unknown key', { reviewer: { id: 'ann', name: 'Ann', password: 'secret' } }),
  ],
  'reviewer-removed': [
    ...salts,
    without('reviewer'),
    set('a reviewer who is not registered', { reviewer: { id: 'nobody' } }),
    set('a name', { reviewer: { id: 'ann', name: 'Ann' } }),
  ],
}

/** Ways to alter the sheet that reviewers approved. */
export const approvedAlterations: readonly Alteration[] = [
  without('hold'),
  set('the sheet of another hold', { hold: 1 }),
  withSheet('another rate', (sheet) => ({
    ...sheet,
    offers: list(sheet, 'offers').map((offer) => ({ ...(offer as Body), rate: '1.23' })),
  })),
  withSheet('another address', (sheet) => ({ ...sheet, sourceUrl: 'https://other.example/' })),
  set('another reviewer', { by: 'nobody' }),
  set('another reason', { reason: 'because' }),
  set('another note', { note: 'quite another' }),
  without('findings'),
  set('findings of nobody', { findings: [{ rule: 'other', message: 'It is other.' }] }),
  withSheet('another reading', (sheet) => ({ ...sheet, scrapedAt: '2026-02-27T22:00:00Z' })),
  part('another capture', 'origin', (origin) => ({
    ...origin,
    captures: [{ ...(list(origin, 'captures')[0] as Body), digest: 'cd'.repeat(32) }],
  })),
]

function reprintedTier(body: Body): object | undefined {
  if (!('tiers' in body)) return undefined
  const [first, ...rest] = list(body, 'tiers') as readonly Body[]
  const tenure = first?.['tenure']
  if (typeof tenure !== 'string') return undefined
  return {
    ...body,
    tiers: [{ ...first, tenure: tenure.includes('.') ? `${tenure}0` : `${tenure}.0` }, ...rest],
  }
}
