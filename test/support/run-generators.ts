import * as fc from 'fast-check'
import type { Decimal } from '../../src/domain/decimal.ts'
import type { Decision } from '../../src/domain/entry.ts'
import { revision, type Revision } from './sheet-generators.ts'

/** A run of a collector for an institution. `test/book/oracle/runs.ts` makes its entry. */
export type SomeRun = {
  readonly kind: 'run'
  readonly outcome: 'verified' | 'changed' | 'held' | 'failed'
  /** The differences between the institution's last sheet and the page, if the run ends changed or held. */
  readonly revision: Revision
  /** The index of the first terms that a verification confirms, and the distance to the next ones. A distance of 1 confirms the rest. */
  readonly first: number
  readonly distance: number
  /** The number of the body. A run with the body of an earlier one repeats it where it can. */
  readonly body: number
  readonly reviewers: 1 | 2
}

/** A decision about the last held sheet, or the acceptance of a source definition. */
export type SomeReview = {
  readonly kind: 'review'
  /** Whether the reviewer accepts a source definition. */
  readonly accepts: boolean
  readonly reviewer: string
  readonly decision: Decision
  readonly note?: string | undefined
}

/** An edit of a figure of the last held sheet; without a rate, the page does not list the offer. */
export type SomeEdit = {
  readonly kind: 'edit'
  readonly reviewer: string
  /** The index of the offer, modulo their number. */
  readonly pick: number
  readonly rate?: Decimal | undefined
  /** Whether the terms of the offer are left as they stand. */
  readonly isLeft: boolean
  readonly note?: string | undefined
}

/** A sheet that a reviewer types: the institution's last sheet with differences. */
export type SomeTyping = {
  readonly kind: 'type'
  readonly reviewer: string
  readonly revision: Revision
  readonly hasPages: boolean
  readonly note?: string | undefined
}

/** A reviewer who is registered, or removed without a name. */
export type SomeReviewer = {
  readonly kind: 'reviewer'
  readonly reviewer: string
  readonly name?: string | undefined
}

const reviewer = fc.constantFrom('ann', 'zoe-2')

export const someRun: fc.Arbitrary<SomeRun> = fc.record({
  kind: fc.constant('run'),
  outcome: fc.constantFrom('verified', 'verified', 'changed', 'held', 'held', 'failed'),
  revision,
  first: fc.nat(1),
  distance: fc.integer({ min: 1, max: 3 }),
  body: fc.nat(1),
  reviewers: fc.constantFrom(1, 1, 2),
})

export const someReview: fc.Arbitrary<SomeReview> = fc.record({
  kind: fc.constant('review'),
  accepts: fc.constantFrom(true, false, false, false),
  reviewer,
  decision: fc.constantFrom('approved', 'approved', 'rejected'),
  note: fc.option(fc.constantFrom('seen'), { nil: undefined }),
})

const remark = fc.option(fc.constantFrom('as printed'), { nil: undefined })

export const someEdit: fc.Arbitrary<SomeEdit> = fc.record({
  kind: fc.constant('edit'),
  reviewer,
  pick: fc.nat(5),
  isLeft: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
  // The last one is so far from the others that two must see it.
  rate: fc.option(fc.constantFrom(...(['9.10', '9.40', '22.00'] as Decimal[])), {
    nil: undefined,
    freq: 4,
  }),
  note: remark,
})

export const someTyping: fc.Arbitrary<SomeTyping> = fc.record({
  kind: fc.constant('type'),
  reviewer,
  revision,
  hasPages: fc.boolean(),
  note: remark,
})

export const someReviewer: fc.Arbitrary<SomeReviewer> = fc.record({
  kind: fc.constant('reviewer'),
  reviewer,
  name: fc.option(fc.constantFrom('Ann', 'Zoë 🏦'), { nil: undefined, freq: 4 }),
})
