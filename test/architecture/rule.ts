import type { SourceFile } from './source-file.ts'

/** A path and the text of a file at it. */
export type Example = readonly [path: string, text: string]

/** A rule for every file of `src` and `web`. */
export type Rule = {
  readonly name: string
  /** The parts of a file that break the rule. */
  readonly violations: (file: SourceFile) => readonly string[]
  /** Files that break the rule, to prove that the test detects it. */
  readonly bad: readonly Example[]
  /** Files that keep the rule but resemble bad ones. */
  readonly good?: readonly Example[]
}
