import { rowsWith, type HeldBank } from './desk-book.ts'
import type { TestDesk } from './desk-server.ts'

/** The banks of a queue of 200 held sheets. */
export const fullQueue: readonly HeldBank[] = Array.from({ length: 200 }, (_, index) => ({
  id: `bank-${index}`,
  age: 200 - index,
  stood: rowsWith('9.00'),
  rows: rowsWith('12.50'),
}))

/** Approves the held sheet of a bank. */
export async function approve({ holdOf, post }: TestDesk, id: string): Promise<void> {
  const path = `/hold/${holdOf(id)}/approve`
  const { status } = await post(path)
  if (status !== 303) throw new Error(`${path} answered ${status}.`)
}

/** Whether the public API has the rate of an approved sheet. */
export async function isPublished(api: string, id: string): Promise<boolean> {
  const answer = await fetch(`${api}/rates/current?institution_id=${id}`)
  return (await answer.text()).includes('"12.500"')
}
