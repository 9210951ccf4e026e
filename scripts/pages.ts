const fileName = /`(?<name>[\w./-]+\.(?:ts|tsx|mjs|sql|json|md|py))`/gu

/**
 * The files that a page names in backticks and that do not exist. A page may shorten a path to its
 * end: `mount.ts` for `apps/server/src/platform/http/mount.ts`.
 */
export function missingFiles(page: string, files: readonly string[]): readonly string[] {
  const ends = files.map((file) => `/${file}`)
  const names = new Set(
    Array.from(page.matchAll(fileName), (match) => match.groups?.['name'] ?? ''),
  )
  return [...names].filter((name) => !ends.some((end) => end.endsWith(`/${name}`)))
}
