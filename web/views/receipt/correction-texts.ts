import type { Messages } from '../../messages/messages.ts'
import { formatRate } from '../../parts/figures.tsx'

/** A rate of a correction, which is null if there was no such offer. */
export function formatCorrected(rate: string | null, { corrections }: Messages): string {
  return rate === null ? corrections.notOffered : corrections.percent({ rate: formatRate(rate) })
}
