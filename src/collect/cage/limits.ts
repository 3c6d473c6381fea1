const megabyte = 1024 * 1024

/** When the parent kills a caged process. */
export type CageLimits = {
  /** Bytes of resident memory. */
  readonly memory: number
  /** Seconds of processor time. */
  readonly processor: number
  /** Milliseconds until the answer must be there. A loaded machine gives the child little of its time. */
  readonly wall: number
  /** Bytes of the answer. */
  readonly answer: number
}

/** The limits of a caged process. */
export const cageLimits: CageLimits = {
  memory: 512 * megabyte,
  processor: 10,
  wall: 60_000,
  answer: 4 * megabyte,
}

/** The bytes of an answer that is a page as HTML. */
export const viewLimit = 8 * megabyte

/** The JavaScript heap of the child, in megabytes. */
export const heapMegabytes = 512

/** The most that the kernel gives the child at all. It counts between two polls by the parent. V8 reserves more than half of it when it starts. */
export const kernelMemory = 1280 * megabyte

/** The most values of an answer: more than an honest one has. Arrays and objects take many times the memory of their text. */
export const mostValues = 400_000

/** The most items of a list in an answer, but for the rows of a table. */
export const mostItems = 20_000

/** The most characters of a text in an answer, and of a sentence about a problem. */
export const longestText = 1_000_000
export const longestSentence = 4_000
