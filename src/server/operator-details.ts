import { parseDecimal } from '../domain/decimal.ts'
import type { OperatorDetails } from '../http/endpoint.ts'
import type { ServeOptions } from '../cli/serve/serve-options.ts'

/** Reads the settings that `/about` shows. Passes a message about each wrong one to `refuse`. */
export function readOperatorDetails(
  { timeZone, insuredAmount, reportTo }: ServeOptions,
  refuse: (message: string) => void,
): OperatorDetails {
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    refuse(
      `--time-zone ${timeZone} is not a valid time zone: give a name of the IANA database, such as Asia/Colombo.`,
    )
  }
  const amount = insuredAmount === undefined ? undefined : parseDecimal(insuredAmount)
  if (insuredAmount !== undefined && amount === undefined) {
    refuse(
      `--insured-amount ${insuredAmount} is not a valid amount: give a plain decimal, such as 1100000.`,
    )
  }
  if (reportTo !== undefined && !isAddress(reportTo)) {
    refuse(
      `--report-to ${reportTo} is not a valid address: give an https URL or an e-mail address, such as rates@example.org.`,
    )
  }
  return { timeZone, insuredAmount: amount, reportTo }
}

/** Whether a text names a time zone. Offsets such as +05:30 are not names. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Whether a text is an https URL without credentials, or an e-mail address. */
function isAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'https:') return url.username === '' && url.password === ''
  return /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)
}
