const longest = 600

/**
 * Text that may come from a page as one line for messages: characters that nobody can see, that reorder others or that control a
 * terminal become spaces, and a long text is cut.
 */
export function oneLine(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\s]+/gu, ' ')
    .trim()
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`
}
