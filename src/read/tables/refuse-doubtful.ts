import { refuse, shown } from '../refusal.ts'
import type { TableCell } from '../table.ts'

/** Ends the read if the text of a cell cannot be trusted. */
export function refuseDoubtful({ text, problem, address }: TableCell): void {
  if (problem !== undefined) refuse(`The cell ${shown(text)} ${problem}.`, address)
}
