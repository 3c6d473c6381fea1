import type { Messages } from '../../messages/messages.ts'

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

/** The texts of an e-mail. */
type ReportTexts = Pick<Messages['receipt']['report'], 'subject' | 'body'>

/**
 * The address at which a reader reports an error, with everything about the figure filled in. The operator gives an https
 * address, which gets query parameters, or an e-mail address.
 */
export function reportAddress(
  reportTo: string,
  figure: ReportedFigure,
  texts: ReportTexts,
): string {
  if (!/^https:/i.test(reportTo)) return mailAddress(reportTo, figure, texts)
  const url = new URL(reportTo)
  for (const [name, value] of Object.entries(figure)) url.searchParams.set(name, value)
  return url.href
}

function mailAddress(recipient: string, figure: ReportedFigure, texts: ReportTexts): string {
  const [to, header, text] = [
    recipient,
    texts.subject(figure),
    texts.body(figure).replaceAll('\n', '\r\n'),
  ].map(encodeURIComponent)
  // `@` needs no escape in an address, and some mail programs do not decode it.
  return `mailto:${to?.replace('%40', '@')}?subject=${header}&body=${text}`
}
