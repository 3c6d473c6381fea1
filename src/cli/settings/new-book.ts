import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { settingsText } from './write-settings.ts'
import type { BookData } from './settings-schema.ts'

/** The units of `deploy`, and the folders and the user that they name. */
const units = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const launcher = fileURLToPath(new URL('../../../bin/ratebook.js', import.meta.url))
const unitFolder = '/var/lib/ratebook'
/** The catalogues that the page has. */
const catalogues = fileURLToPath(new URL('../../../web/dist/languages/', import.meta.url))

const institutions = [
  {
    id: 'example-bank',
    name: 'Example Bank',
    type: 'bank',
    website: 'https://example-bank.example',
    active: true,
    license_type: 'commercial_bank',
    credit_rating: null,
    rating_agency: null,
    rating_updated: null,
    stale_after_days: 30,
  },
]

/** The files of a new book, by their paths in its folder, which is an absolute path. */
export function newBookFiles(data: BookData, folder: string): ReadonlyMap<string, string> {
  const untranslated = (data.languages ?? []).filter(
    (tag) => tag !== 'en' && !existsSync(join(catalogues, `${tag}.json`)),
  )
  const settings = untranslated.length === 0 ? data : { ...data, catalogues: 'languages' }
  return new Map([
    ['ratebook.yaml', settingsText(settings)],
    ...untranslated.map((tag) => [join('languages', `${tag}.json`), '{}\n'] as const),
    ['institutions.json', `${JSON.stringify(institutions, undefined, 2)}\n`],
    [join('sources', 'README.md'), sourcesText(data)],
    ...globSync('*.{service,timer}', { cwd: units })
      .toSorted()
      .map((name) => [join('systemd', name), unitText(name, folder)] as const),
  ])
}

function sourcesText({ country = 'XX', currency, time_zone: zone }: BookData): string {
  const folder = country.toLowerCase()
  return `# Sources

A source says where an institution publishes its rates, and how \`ratebook collect\` reads the page. It is one file,
\`${folder}/<institution>.yaml\`, with the id that the institution has in \`institutions.json\`.
docs/sources.md of Ratebook explains every key; this is a small one, \`${folder}/example-bank.yaml\`:

\`\`\`yaml
institution: example-bank
currency: ${currency}
timezone: ${zone}
schedule: "17 9 * * 1-5"         # minute hour day month weekday
verified_live: false             # true once a person has compared a run with the live page
pages:
  - name: rates
    url: https://example-bank.example/rates
    format: html                 # html, json, pdf or xlsx
    must_contain: [Example Bank] # without it, it is another page
date: { under: Fixed deposits, format: "{D} {MMMM} {YYYY}", means: effective }
empty: ["", "-"]                 # cells that mean "not offered"
tables:
  - under: Fixed deposits        # the heading or caption over the table
    header_rows: 1
    columns:
      Period: tenure
      Rate: { payout: maturity }
expects:
  maturity: [3, 6, 12]           # months; a tenure that is gone holds the sheet
\`\`\`

Save the page, let Ratebook make the first draft from it, and see what the source reads, before anything is collected. The draft
is a guess: compare every line of it with the page.

    mkdir -p sources/${folder}
    curl -sS --compressed -o page.html https://example-bank.example/rates
    ratebook source draft page.html --institution example-bank --url https://example-bank.example/rates > sources/${folder}/example-bank.yaml
    ratebook source check
    ratebook source try example-bank --page page.html

The first sheet of a new or changed source is held until a reviewer has accepted the source:

    ratebook reviewer add jane --name "Jane Doe"
    ratebook collect example-bank
    ratebook source accept example-bank --by jane
    ratebook collect example-bank
`
}

/** A unit of `deploy` for a folder and for the user who runs this, unless that is root. The hardening stays. */
function unitText(name: string, folder: string): string {
  const text = readFileSync(join(units, name), 'utf8')
    .replaceAll('/opt/ratebook/bin/ratebook.js', launcher)
    .replaceAll('/usr/bin/env node', process.execPath)
    .replace(/^ProtectHome=yes$/m, protectHome([folder, launcher, process.execPath]))
  const { username } = userInfo()
  const ofUser =
    username === 'root'
      ? text
      : text.replace(/^User=.*$/m, `User=${username}`).replace(/^Group=.*\n/m, '')
  if (folder === unitFolder) return ofUser
  return ofUser
    .replace(/^StateDirectory=.*\nStateDirectoryMode=.*$/m, `ReadWritePaths=${folder}`)
    .replaceAll(unitFolder, folder)
}

/** A program cannot see a folder in /home that is hidden from it. */
function protectHome(paths: readonly string[]): string {
  const isInHome = paths.some((path) => /^\/(?:home|root)\//.test(path))
  return isInHome ? 'ProtectHome=read-only' : 'ProtectHome=yes'
}
