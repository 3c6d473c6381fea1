/** A part of the page that is loaded on demand, or a font, did not load. */
export class LateCodeError extends Error {
  override readonly name = 'LateCodeError'
  /** `outdated`: the server answers, so it has another version of the page. `busy`: it refuses requests for a while. */
  readonly reason: 'unreachable' | 'busy' | 'outdated'

  constructor(reason: LateCodeError['reason'], cause: unknown) {
    super(`A part of the page did not load: ${reason}`, { cause })
    this.reason = reason
  }
}

/** Loads a part of the page. A browser does not say why an import failed, so this asks the server whether it answers. */
export async function loadLate<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new LateCodeError(await reasonOf(), error)
  }
}

async function reasonOf(): Promise<LateCodeError['reason']> {
  try {
    const { status } = await fetch('health', { cache: 'no-store' })
    return status === 429 || status === 503 ? 'busy' : 'outdated'
  } catch {
    return 'unreachable'
  }
}
