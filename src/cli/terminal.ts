import { createInterface } from 'node:readline/promises'

/** Asks at the terminal and reads a line; `undefined` once there are no more. */
export type Ask = (question: string) => Promise<string | undefined>

/** Lets somebody answer questions at the terminal. */
export async function withTerminal<Result>(use: (ask: Ask) => Promise<Result>): Promise<Result> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Unlike `question`, the iterator keeps lines that come before they are asked for.
  const lines = terminal[Symbol.asyncIterator]()
  try {
    return await use(async (question) => {
      terminal.setPrompt(question)
      terminal.prompt()
      const line = await lines.next()
      return line.done === true ? undefined : line.value.trim()
    })
  } finally {
    terminal.close()
  }
}
