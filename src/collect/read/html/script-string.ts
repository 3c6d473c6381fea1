/** The escapes of JavaScript strings that stand for one character. */
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '0': '\0',
}

/** The end of the value that begins at an index: a string in any quotes, a list or an object. `undefined` if it does not end. */
export function endOfValue(text: string, start: number): number | undefined {
  const first = text[start] ?? ''
  if (`"'\``.includes(first)) return endOfString(text, start)
  if (!'[{'.includes(first)) return undefined
  const token = /["[\]{}]/g
  token.lastIndex = start
  let depth = 0
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '"') {
      const end = endOfString(text, match.index)
      if (end === undefined) return undefined
      token.lastIndex = end
    } else depth += '[{'.includes(match[0]) ? 1 : -1
    if (depth === 0) return token.lastIndex
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === text[start]) return index + 1
  }
  return undefined
}

/**
 * The value of a JavaScript string literal, quotes included. Nothing is evaluated: a template with `${` and an unknown escape give
 * `undefined`.
 */
export function decodeScriptString(literal: string): string | undefined {
  const quote = literal[0]
  if (quote === undefined || !`"'\``.includes(quote)) return undefined
  if (endOfString(literal, 0) !== literal.length) return undefined
  const inner = literal.slice(1, -1)
  if (quote === '`' && /(?<!\\)\$\{/.test(inner)) return undefined
  let isKnown = true
  const decoded = inner.replace(
    /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|(\r\n|[^]))/gi,
    (_, braced?: string, four?: string, two?: string, character?: string) => {
      const hex = braced ?? four ?? two
      if (hex !== undefined) return fromHex(hex) ?? ((isKnown = false), '')
      if (character === undefined || /[\r\n\u2028\u2029]/.test(character)) return ''
      if (Object.hasOwn(escapes, character)) return escapes[character] ?? ''
      if (/[ux1-9]/.test(character)) isKnown = false
      return character
    },
  )
  return isKnown ? decoded : undefined
}

function fromHex(hex: string): string | undefined {
  const code = hex
    .split('')
    .reduce((sum, digit) => sum * 16 + '0123456789abcdef'.indexOf(digit.toLowerCase()), 0)
  // `\uXXXX` may be half of a pair; `String.fromCharCode` keeps it.
  return code > 0x10ffff
    ? undefined
    : code > 0xffff
      ? String.fromCodePoint(code)
      : String.fromCharCode(code)
}
