/** The host of an address without `www.`, as the name of a site; the text itself if it is no address. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '')
  } catch {
    return address
  }
}

/** Whether a page is on the host of a website or below it, as `web.boc.lk` is below `www.boc.lk`. */
export function isOwnPage(page: string, website: string): boolean {
  return `.${hostOf(page)}`.endsWith(`.${hostOf(website)}`)
}
