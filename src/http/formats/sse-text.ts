import type { WireRow } from '../endpoint.ts'

/** Events in the format of `text/event-stream`. `reached` without an event moves the client's Last-Event-ID only. */
export function sseText(rows: readonly WireRow[], reached: string): string {
  const events = rows.map(
    (row) =>
      `id: ${String(row['id'])}\nevent: ${String(row['kind'])}\ndata: ${JSON.stringify(row)}\n\n`,
  )
  return `${events.join('')}id: ${reached}\n\n`
}

/** Tells the client how many milliseconds to wait before it connects again. */
export function sseRetry(milliseconds: number): string {
  return `retry: ${milliseconds}\n\n`
}

/** A comment, which clients ignore. */
export const sseHeartbeat = ':\n\n'
