import type { BookSettings } from '../../domain/book-settings.ts'
import type { Catalogues } from './catalogues.ts'

/** The version of the package and of the API documents. */
export const version = '0.1.0'

/**
 * Signs the text of a checkpoint as a note. `NoteSigner` is one; its type would bring the types of Node into the client.
 */
export type CheckpointSigner = {
  readonly name: string
  /** The ID of the key, in hexadecimal. */
  readonly id: string
  readonly sign: (text: string) => string
}

/** The logo of the operator: an image that browsers show. */
export type Logo = { readonly type: 'image/svg+xml' | 'image/png'; readonly body: Uint8Array }

/** The bodies of captured pages by digest. `get` throws for a body that is damaged. */
export type CapturedBodies = {
  readonly get: (digest: string) => Promise<Uint8Array | undefined>
}

/** The web page that `npm run build` makes. */
export type WebPage = {
  /** The HTML document, without the base path and the sample notice. */
  readonly html: string
  /** The folder of its scripts, styles and fonts. Their names contain digests of their contents. */
  readonly assets: string
} & Catalogues

/** What a server publishes besides its book. It is made once, when the server starts. */
export type Site = {
  /** The prefix of every path, such as `/rates/ke`; empty for none. */
  readonly basePath: string
  /** The settings of the book. */
  readonly settings: BookSettings
  /** The key that signs checkpoints; without it, `/checkpoint` is 404 unless the book keeps one. */
  readonly checkpointSigner?: CheckpointSigner | undefined
  /** The operator's logo; without it, `/logo` is 404. */
  readonly logo?: Logo | undefined
  /** The captured pages to publish at `/captures/{digest}`; without them, it is 404. */
  readonly captures?: CapturedBodies | undefined
  /** The web page at `/`; without it, `/` redirects to the reference. */
  readonly page?: WebPage | undefined
}

/** The path of the logo, under the base path. */
export const logoPath = '/logo'

/** The path of the logo with the base path; `undefined` without a logo. */
export function logoAddress({ basePath, logo }: Site): string | undefined {
  return logo && basePath + logoPath
}

/** The path of captured pages, under the base path. */
export const capturesPath = '/captures/'

/** The path of captured pages with the base path; `undefined` if they are not published. */
export function capturesAddress({ basePath, captures }: Site): string | undefined {
  return captures && basePath + capturesPath
}
