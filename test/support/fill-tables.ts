/** A page with tables between the markers `<!-- name -->` and `<!-- end -->`. Throws if a table has no place. */
export function filledTables(page: string, tables: Readonly<Record<string, string>>): string {
  let text = page
  for (const [name, rows] of Object.entries(tables)) {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`)
    if (!place.test(text)) throw new Error(`The page has no place for the table ${name}.`)
    text = text.replace(place, (_, before: string, after: string) => `${before}${rows}\n${after}`)
  }
  return text
}
