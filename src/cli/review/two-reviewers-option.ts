import { Option } from 'commander'

/** `--two-reviewers`. */
export function twoReviewersOption(): Option {
  return new Option(
    '--two-reviewers <on|off>',
    'off: one reviewer alone may approve any held sheet',
  )
    .env('RATEBOOK_TWO_REVIEWERS')
    .choices(['on', 'off'])
    .default('on')
}
