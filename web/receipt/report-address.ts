/** What a report of an error says about the figure. Operators may read the names: they are the query parameters of the address. */
export type ReportedFigure = {
  readonly institution_id: string
  readonly institution_name: string
  /** The terms in words. */
  readonly terms: string
  readonly rate_pa: string
  readonly source_url: string
  /** The address of the receipt. */
  readonly receipt: string
  /** When the reader saw the figure, and the position of the book at that time. */
  readonly seen_at: string
  readonly position: string
}

/**
 * The address at which a reader reports an error, with everything about the figure filled in. The operator gives an https
 * address, which gets query parameters, or an e-mail address.
 */
export function reportAddress(reportTo: string, figure: ReportedFigure): string {
  const url = URL.parse(reportTo)
  if (url?.protocol !== 'https:') return mailAddress(reportTo, figure)
  for (const [name, value] of Object.entries(figure)) url.searchParams.set(name, value)
  return url.href
}

function mailAddress(recipient: string, figure: ReportedFigure): string {
  const subject = `${figure.institution_name}: is ${figure.rate_pa} % right?`
  const body = [
    'This figure seems to be wrong. It should be:',
    '',
    '',
    `Institution: ${figure.institution_name} (${figure.institution_id})`,
    `Terms: ${figure.terms}`,
    `Published rate: ${figure.rate_pa} % a year`,
    `Source: ${figure.source_url}`,
    `Receipt: ${figure.receipt}`,
    `Seen: ${figure.seen_at}, at position ${figure.position} of the book`,
  ]
  const [to, header, text] = [recipient, subject, body.join('\r\n')].map(encodeURIComponent)
  // `@` needs no escape in an address, and some mail programs do not decode it.
  return `mailto:${to?.replace('%40', '@')}?subject=${header}&body=${text}`
}
