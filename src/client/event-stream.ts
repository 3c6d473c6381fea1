import { parseWholeNumber } from './exchange.ts'

/** One message of an event stream: an event, a place that was reached, or another delay. */
export type StreamMessage = {
  readonly id?: string
  readonly data?: string
  /** Milliseconds to wait before connecting again. */
  readonly retry?: number
}

/** Parses the text of an event stream as it arrives. A message that is not complete is kept for the next call. */
export function createMessageParser(): (text: string) => readonly StreamMessage[] {
  let rest = ''
  let message: { id?: string; data?: string; retry?: number } = {}
  return (text) => {
    const messages: StreamMessage[] = []
    const lines = (rest + text).split(/\r?\n/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        messages.push(message)
        message = {}
        continue
      }
      const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
      if (name === 'id') message.id = value
      else if (name === 'data') message.data = value
      else if (name === 'retry') {
        const retry = parseWholeNumber(value)
        if (retry !== undefined) message.retry = retry
      }
    }
    return messages
  }
}
