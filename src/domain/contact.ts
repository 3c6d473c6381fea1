/** Whether a text is an https URL without credentials. */
export function isHttps(text: string): boolean {
  const url = URL.parse(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === ''
}

/** Whether a text is an https URL without credentials, or an e-mail address. */
export function isContact(text: string): boolean {
  return isHttps(text) || /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)
}
