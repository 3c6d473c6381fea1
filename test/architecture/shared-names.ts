import { isTest, type SourceFile } from './source-file.ts'

/** The names of types that more than one file exports, each with those files. */
export function sharedTypeNames(files: readonly SourceFile[]): readonly string[] {
  const exported = files
    .filter((file) => !isTest(file))
    .flatMap(({ path, bare }) =>
      Array.from(
        bare.matchAll(/\bexport\s+(?:declare\s+)?(?:type|interface|class)\s+(\w+)/g),
        ([, name = '']) => ({ name, path }),
      ),
    )
  return [...Map.groupBy(exported, ({ name }) => name)]
    .filter(([, places]) => places.length > 1)
    .map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(', ')}`)
}
