import type { Hold } from '../../market/collection.ts'

/** How many more reviewers must approve a held sheet. */
export function reviewersNeeded({ entry, decisions }: Hold): number {
  return entry.reviewers - decisions.filter(({ decision }) => decision === 'approved').length
}
