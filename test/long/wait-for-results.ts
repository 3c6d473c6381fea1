import type { ChildProcess } from 'node:child_process'

/** Waits until a command has printed this many results, one a line. */
export function waitForResults(child: ChildProcess, results: number): Promise<void> {
  let lines = 0
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1
      if (lines >= results) resolve()
    })
  })
}
