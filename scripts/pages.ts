const fileName = /`(?<name>[\w./-]+\.(?:ts|tsx|mjs|sql|json|md|py))`/gu
const link = /\]\((?<target>[^)\s#]+)/gu
const anchored = /\]\((?<target>[^)\s#]*#[^)\s]+)\)/gu
const scheme = /^[a-z]+:/u
const program = /^```ts\n(?<code>import [^]*?)^```/gmu
const heading = /^# (?<title>.+)$/mu

/**
 * The files that a page names in backticks and that do not exist. A page may shorten a path to its
 * end: `mount.ts` for `apps/server/src/platform/http/mount.ts`.
 */
export function missingFiles(page: string, files: readonly string[]): readonly string[] {
  const ends = files.map((file) => `/${file}`)
  return found(page, fileName, 'name').filter(
    (name) => !ends.some((end) => end.endsWith(`/${name}`)),
  )
}

/** Relative links of a page, without their anchors: paths seen from the page's folder. */
export function linksOf(page: string): readonly string[] {
  return found(page, link, 'target').filter((target) => !scheme.test(target))
}

/** Relative links of a page that name a place on a page: `operation.md#backup`, `#backup`. */
export function anchoredLinksOf(page: string): readonly string[] {
  return found(page, anchored, 'target').filter((target) => !scheme.test(target))
}

/** Complete programs on a page: blocks of TypeScript that begin with an import. */
export function programsOf(page: string): readonly string[] {
  return found(page, program, 'code')
}

/** The first heading of a page; empty if it has none. */
export function titleOf(page: string): string {
  return heading.exec(page)?.groups?.['title'] ?? ''
}

function found(page: string, pattern: RegExp, group: string): string[] {
  const texts = Array.from(page.matchAll(pattern), (match) => match.groups?.[group] ?? '')
  return [...new Set(texts)]
}
