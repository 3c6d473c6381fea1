/** Writes instants as headers have them (RFC 9110, section 5.6.7), to the second. The last one is kept: most answers in a row have the same. */
export function createHttpDate(): (instant: number) => string {
  let last = NaN
  let text = ''
  return (instant) => {
    const second = Math.floor(instant / 1000)
    if (second !== last) {
      last = second
      text = new Date(second * 1000).toUTCString()
    }
    return text
  }
}
