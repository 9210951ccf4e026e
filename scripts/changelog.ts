const release = /^## \[(?<version>\d+\.\d+\.\d+)\](?: - \d{4}-\d\d-\d\d)?$/mu
const unreleased = /^## \[Unreleased\]\n(?<changes>[^]*?)(?=^## |$(?![^]))/mu

/**
 * The disagreement between the product's version and the changelog, as a sentence; null if they
 * agree. A tree with unreleased changes bears the next version with `-dev`, a released tree the
 * version of the newest release.
 */
export function versionFault(version: string, changelog: string): string | null {
  const newest = release.exec(changelog)?.groups?.['version']
  if (newest === undefined) return 'CHANGELOG.md lists no release'
  const hasChanges = /^- /mu.test(unreleased.exec(changelog)?.groups?.['changes'] ?? '')
  if (!hasChanges) {
    return version === newest
      ? null
      : `package.json is ${version}, but CHANGELOG.md ends with ${newest}`
  }
  const [base = '', suffix] = version.split('-')
  const isNext = suffix === 'dev' && isHigher(base, newest)
  return isNext
    ? null
    : `package.json is ${version}, but CHANGELOG.md has changes since ${newest}: name the next version with -dev`
}

function isHigher(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0
}
