import type { ChildProcess } from 'node:child_process'

/** Waits until a command has told of so many results. */
export function told(child: ChildProcess, results: number): Promise<void> {
  let lines = 0
  return new Promise((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1
      if (lines >= results) resolve()
    })
  })
}
