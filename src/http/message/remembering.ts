/** The same function, which does not work out again what it was asked the last time. */
export function remembering<T>(textOf: (value: T) => string): (value: T) => string {
  let last: T | undefined
  let text = ''
  return (value) => {
    if (value !== last) {
      text = textOf(value)
      last = value
    }
    return text
  }
}
