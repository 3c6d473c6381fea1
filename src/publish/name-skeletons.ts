import unhomoglyph from 'unhomoglyph'

/**
 * Texts of which two names share one if they look alike: the skeletons (UTS #39, section 4) of the name as written, and in
 * lower and upper case, because a name in other capitals is the same name to a reader. Spaces count once, as browsers show them.
 */
export function nameSkeletons(name: string): readonly string[] {
  return [...new Set([name, name.toLowerCase(), name.toUpperCase()].map(skeleton))]
}

function skeleton(text: string): string {
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return unhomoglyph(visible).normalize('NFD').replace(/\s+/g, ' ').trim()
}
