import { stringify } from 'yaml'

/** A value on one line of YAML. */
export function flow(value: unknown): string {
  return stringify(value, {
    collectionStyle: 'flow',
    lineWidth: 0,
    flowCollectionPadding: true,
  }).trim()
}

/** A text as a key or a value on one line of YAML. */
export function plain(text: string): string {
  return /^[\p{L}][\p{L}\p{N} ./-]*$/u.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
    ? text
    : JSON.stringify(text)
}

/** A text without line breaks, for a comment. */
export function line(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
}
