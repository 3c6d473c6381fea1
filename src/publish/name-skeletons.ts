import unhomoglyph from 'unhomoglyph'

/**
 * Texts that two names share if they look alike: the skeleton of the name (UTS #39, section 4), and that of the name in lower
 * case, because a name in other capitals is the same name to a reader. Spaces count once, as a browser shows them.
 */
export function nameSkeletons(name: string): readonly string[] {
  return [...new Set([skeleton(name), skeleton(name.toLowerCase())])]
}

function skeleton(text: string): string {
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(visible).normalize('NFD').replace(/\s+/g, ' ').trim()
}
