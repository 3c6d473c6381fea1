import type { EvidenceRow } from './api.ts'
import { useApp } from './app-context.ts'
import type { ShownFigure } from './receipt-path.ts'
import { isFigure } from './same-figure.ts'
import { useRequest } from './use-request.ts'

/** Whether a figure of the view was corrected. */
export type IsCorrected = (figure: ShownFigure) => boolean

/**
 * Finds the current figures that were corrected. Most books have few corrections or none, so the page asks for them first.
 * A view does not wait for its marks: without an answer no figure is marked.
 */
export function useCorrectedFigures(institutionId = ''): IsCorrected {
  const { client } = useApp()
  const filter = institutionId === '' ? {} : { institution_id: institutionId }
  const request = useRequest(institutionId, async (signal): Promise<readonly EvidenceRow[]> => {
    const corrections = await client.listCorrections({ ...filter, limit: 1 }, { signal })
    if (corrections.rows.length === 0) return []
    const evidence = await client.listEvidence(filter, { signal })
    return evidence.rows.filter((row) => row.correction_id !== null)
  })
  const corrected = request.value ?? []
  return (figure) =>
    corrected.some((row) => row.institution_id === figure.institution_id && isFigure(row, figure))
}
