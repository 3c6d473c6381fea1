import { readFileSync } from 'node:fs'
import { Option } from 'commander'
import { Failure } from '../domain/failure.ts'
import { createAddressCheck } from '../outbound/address-check.ts'
import { version } from '../serve/http/site.ts'
import { createSettingReader, type SettingReader } from '../serve/server/read-setting.ts'
import { webhookKey, type WebhookSettings } from '../share/webhooks/webhook.ts'
import { allowAddressOption, readAllowedAddresses, type AllowAddressOption } from './options.ts'

/** The option values of a webhook, not yet parsed. */
export type WebhookOptions = AllowAddressOption & {
  readonly webhook?: string
  readonly webhookSecretFile?: string
}

/** The options of a webhook. The secret has none of its own: any user of the machine can list command lines. */
export const webhookOptions: readonly Option[] = [
  new Option('--webhook <url>', 'post to this URL; the secret is RATEBOOK_WEBHOOK_SECRET').env(
    'RATEBOOK_WEBHOOK',
  ),
  new Option('--webhook-secret-file <file>', 'a file with the secret').env(
    'RATEBOOK_WEBHOOK_SECRET_FILE',
  ),
  allowAddressOption('posted to'),
]

/** `--cursor` of `events`. */
export const cursorOption = new Option(
  '--cursor <file>',
  'where the id of the last delivered event is stored',
).env('RATEBOOK_CURSOR')

/** Reads the settings of a webhook; throws one `Failure` that names every wrong one. */
export function readWebhookSettings(
  options: WebhookOptions & { readonly webhook: string },
  environment: NodeJS.ProcessEnv,
): WebhookSettings {
  const read = createSettingReader()
  const url = readUrl(options.webhook, read)
  const keys = readKeys(options.webhookSecretFile, environment['RATEBOOK_WEBHOOK_SECRET'], read)
  const allowed = readAllowedAddresses(options, read)
  if (url === undefined || read.wrong.length > 0) {
    throw new Failure('configuration', read.wrong.join('\n'))
  }
  return { url, keys, check: createAddressCheck(allowed), userAgent: `ratebook/${version}` }
}

/** Parses the URL. Messages do not show it, because its path may be a secret. */
function readUrl(text: string, read: SettingReader): URL | undefined {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    read.refuse('--webhook is not a URL such as https://example.com/hook.')
    return undefined
  }
  if (url.username !== '' || url.password !== '') {
    read.refuse('--webhook must not contain a user name or password; the signature replaces them.')
  }
  return url
}

function readKeys(
  file: string | undefined,
  variable: string | undefined,
  read: SettingReader,
): readonly Buffer[] {
  const text = file === undefined ? variable : readSecretFile(file, read)
  const source = file === undefined ? 'RATEBOOK_WEBHOOK_SECRET' : `--webhook-secret-file ${file}`
  const secrets = text?.split(/\s+/).filter((secret) => secret !== '') ?? []
  const keys = secrets.map(webhookKey).filter((key) => key !== undefined)
  if (text === undefined && file === undefined) {
    read.refuse(`The webhook has no secret; put one in RATEBOOK_WEBHOOK_SECRET. ${howToMakeOne}`)
  } else if (text !== undefined && (secrets.length === 0 || keys.length < secrets.length)) {
    read.refuse(
      `${source} is not a secret: it must be whsec_ and 24 to 64 bytes in base64. ${howToMakeOne}`,
    )
  }
  return keys
}

const howToMakeOne = 'Make one with: echo "whsec_$(openssl rand -base64 32)"'

function readSecretFile(path: string, read: SettingReader): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { message } = error as Error
    read.refuse(`--webhook-secret-file ${path} cannot be read: ${message}.`)
    return undefined
  }
}
