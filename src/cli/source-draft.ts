import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { readWhole } from '../book/publish/input/read-file.ts'
import { createFetcher } from '../collect/fetch/fetch.ts'
import { userAgentOf } from '../collect/fetch/robots.ts'
import { draftSource } from '../collect/source/draft/draft-source.ts'
import { localDay } from '../domain/day.ts'
import { Failure } from '../domain/failure.ts'
import { createAddressCheck } from '../outbound/address-check.ts'
import { version } from '../serve/http/version.ts'
import { createSettingReader } from '../serve/server/read-setting.ts'
import { now } from './clock.ts'
import {
  allowAddressOption,
  plainCommand,
  readAllowedAddresses,
  type AllowAddressOption,
  type SettingsOption,
} from './options.ts'
import { printText, tell } from './output.ts'

/** The code of ISO 4217 for no currency. */
const noCurrency = 'XXX'

type DraftOptions = SettingsOption &
  AllowAddressOption & {
    readonly institution?: string
    readonly currency?: string
    readonly url?: string
    readonly contact?: string
  }

/** `ratebook source draft` */
export const draft = plainCommand(
  'draft',
  'make the first draft of a source from a page; every guess has a comment for you to confirm',
  `ratebook source draft https://bank.example/rates --contact rates@example.org > sources/ke/bank.yaml
ratebook source draft page.html --institution bank --url https://bank.example/rates --currency KES`,
)
  .argument('<page>', 'the URL of the page, or a file')
  .option('--institution <id>', 'the id of the institution; by default from the host or the file')
  .option('--currency <code>', 'the currency of the rates; by default that of ratebook.yaml')
  .option('--url <url>', 'where the page of a file is fetched from')
  .option(
    '--contact <address>',
    'your e-mail address or page, for the operator of the site; by default operator.contact of ratebook.yaml',
  )
  .addOption(allowAddressOption('fetched from'))
  .action(async (page: string, options: DraftOptions) => {
    const book = options.settings
    const isUrl = /^https?:/i.test(page)
    const url = isUrl ? page : (options.url ?? 'https://bank.example/rates')
    const institution = options.institution ?? idOf(isUrl ? url : (options.url ?? page))
    const { body, charset } = isUrl ? await fetched(page, options) : { body: fileOf(page) }
    const code = options.currency ?? book.currency
    const timeZone = book.timeZone ?? 'UTC'
    const result = await draftSource(
      { body, url, day: localDay(timeZone, now()), ...(charset !== undefined && { charset }) },
      {
        institution,
        currency: {
          code: code ?? noCurrency,
          remark: code === undefined ? 'TO DO: write the currency of the rates' : 'confirm',
        },
        timeZone: {
          name: timeZone,
          remark:
            book.timeZone === undefined ? 'TO DO: the time zone of the institution' : 'confirm',
        },
      },
    )
    if ('failure' in result) throw new Failure('refused', result.failure)
    printText(`${result.text.trimEnd()}\n`)
    for (const remark of result.remarks) tell(remark)
    tell(
      `Save it as sources/COUNTRY/${institution}.yaml; then: ratebook source try ${institution}${pageOptions(result.pages, isUrl ? 'FILE' : page)}`,
    )
  })

/** The options of `source try` that name the file of each page. */
function pageOptions(pages: readonly string[], file: string): string {
  const [, other] = pages
  if (other === undefined) return ` --page ${file}`
  return pages.map((name) => ` --page ${name}=${file}`).join('')
}

/** An id from the name of a host or of a file. */
function idOf(place: string): string {
  const host = URL.parse(place)?.hostname
  const name =
    host === undefined
      ? basename(place, extname(place))
      : (host.replace(/^www\d?\./, '').split('.')[0] ?? '')
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return id === '' ? 'bank' : id
}

function fileOf(file: string): Uint8Array {
  if (!existsSync(file))
    throw new Failure('refused', `There is no file ${file}; give a file or a URL.`)
  try {
    return readWhole(file)
  } catch (error) {
    throw new Failure('refused', `${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Fetches the page as `collect` does: address checks, robots.txt and limits. */
async function fetched(url: string, options: DraftOptions) {
  const read = createSettingReader()
  const contact = options.contact ?? options.settings.operator.contact
  const userAgent = contact === undefined ? undefined : userAgentOf(version, contact)
  if (userAgent === undefined)
    read.refuse(
      '--contact is missing or no address: give the e-mail address or page by which the operator of the site can reach you, or set operator.contact in ratebook.yaml.',
    )
  const check = createAddressCheck(readAllowedAddresses(options, read))
  if (read.wrong.length > 0) throw new Failure('configuration', read.wrong.join('\n'))
  const outcome = await createFetcher({ check, userAgent: userAgent ?? '', now }).fetch({ url })
  if (outcome.kind !== 'fetched')
    throw new Failure('refused', 'message' in outcome ? outcome.message : `${url} has no body.`)
  return { body: outcome.body, charset: outcome.charset }
}
