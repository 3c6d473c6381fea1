import { createMessageParser, type StreamMessage } from '../../src/serve/client/follow-events.ts'

/** A connection to a stream of events. */
export type OpenStream = {
  readonly response: Response
  /** Reads until the messages so far pass a test, or the stream ends; returns them. */
  readonly until: (
    isEnough: (messages: readonly StreamMessage[]) => boolean,
  ) => Promise<readonly StreamMessage[]>
  readonly close: () => Promise<void>
}

/** Opens a stream of events. */
export async function openStream(
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<OpenStream> {
  const response = await fetch(address, { headers: { accept: 'text/event-stream', ...headers } })
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  const parse = createMessageParser()
  const messages: StreamMessage[] = []
  return {
    response,
    async until(isEnough) {
      while (!isEnough(messages)) {
        const { value } = await reader.read()
        if (value === undefined) break
        messages.push(...parse(decoder.decode(value, { stream: true })))
      }
      return messages
    },
    close: () => reader.cancel(),
  }
}

/** The ids of the events among messages. */
export function eventIds(messages: readonly StreamMessage[]): readonly (string | undefined)[] {
  return messages.filter(({ data }) => data !== undefined).map(({ id }) => id)
}

/** The last id of messages, as a client keeps it. */
export function lastId(messages: readonly StreamMessage[]): string | undefined {
  return messages.findLast(({ id }) => id !== undefined)?.id
}
