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
export async function approve({ address, desk }: TestDesk, id: string): Promise<void> {
  const held = desk
    .market()
    .entries.find((entry) => entry.kind === 'sheet-held' && entry.institutionId === id)
  const path = `/hold/${held?.position}/approve`
  const answer = await fetch(address + path, { method: 'POST', redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}.`)
}

/** Whether the public API has the rate of an approved sheet. */
export async function isPublished(api: string, id: string): Promise<boolean> {
  const answer = await fetch(`${api}/rates/current?institution_id=${id}`)
  return (await answer.text()).includes('"12.500"')
}
