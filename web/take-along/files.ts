/** Saves a file on the reader's computer. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * The name of a file with what it shows and its day: `ratebook-12-month-rates-2026-11-25`. Letters that are not Latin are left
 * out; `fallback` stands for a title without Latin letters.
 */
export function fileNameOf(title: string, fallback: string, at: string): string {
  const slug = slugOf(title)
  return `ratebook-${/[a-z]/.test(slug) ? slug : slugOf(fallback)}-${at.slice(0, 10)}`
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .slice(0, 120)
    .replaceAll(/^-+|-+$/g, '')
}
