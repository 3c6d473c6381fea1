/** Something wrong in a file of a source, and where it stands. Lines and columns begin with 1. */
export type SourceProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** A problem as one line, in the form that editors and terminals link to the file. */
export function sourceProblemLine({ file, line, column, message }: SourceProblem): string {
  return `${file}:${line}:${column}: ${message}`
}

/** A way from the top of a document to a value in it: keys of objects and indexes of lists. */
export type ValuePath = readonly (string | number)[]

/** Something wrong with a value of a definition, or with the key that the path ends with. */
export type ValueProblem = {
  readonly path: ValuePath
  readonly isAboutKey?: boolean
  readonly message: string
}
