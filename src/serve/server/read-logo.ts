import { readFileSync } from 'node:fs'
import type { Logo } from '../http/site.ts'

/** Every view shows the logo, so it must be small. */
const mostBytes = 200_000

/** Reads the file of `operator.logo`. Passes a message to `refuse` if it is no small SVG or PNG image. */
export function readLogo(
  path: string | undefined,
  refuse: (message: string) => void,
): Logo | undefined {
  if (path === undefined) return undefined
  let body: Buffer
  try {
    body = readFileSync(path)
  } catch (error) {
    refuse(
      `The file of operator.logo, ${path}, cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    )
    return undefined
  }
  if (body.length > mostBytes) {
    refuse(
      `The file of operator.logo, ${path}, has ${body.length} bytes; give an image of at most ${mostBytes} bytes.`,
    )
    return undefined
  }
  const logo = logoOf(body)
  if (logo === undefined)
    refuse(`The file of operator.logo, ${path}, is neither an SVG nor a PNG image.`)
  return logo
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** An XML document whose root is `svg`: it may begin with a declaration, comments and a document type. */
const svgStart =
  /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*|<!DOCTYPE svg[^>[]*>\s*)*<svg[\s>]/

/** The image that the bytes of a file are; `undefined` if they are neither SVG nor PNG. */
export function logoOf(body: Buffer): Logo | undefined {
  if (body.subarray(0, pngSignature.length).equals(pngSignature)) return { type: 'image/png', body }
  return svgStart.test(body.toString('utf8')) ? { type: 'image/svg+xml', body } : undefined
}
