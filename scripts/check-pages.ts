import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'

import { buildSite } from '../apps/server/src/features/handbook/build-site.ts'
import { pathFrom, renderMarkdown } from '../apps/server/src/features/handbook/markdown.ts'
import { versionFault } from './changelog.ts'
import { withPart, writtenParts } from './written-parts.ts'
import { anchoredLinksOf, linksOf, missingFiles, programsOf, titleOf } from './pages.ts'

const root = path.resolve(import.meta.dirname, '..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
/** A page for the place where the repository is hosted. */
const outsideHandbook = new Set(['CODE_OF_CONDUCT.md'])
const exclude = ['**/node_modules/**', '**/dist/**']
const find = (pattern: string): string[] => globSync(pattern, { cwd: root, exclude })

const files = find('**/*.{ts,tsx,mjs,sql,json,md,py}')
const faults: string[] = []
const anchorsOf = (page: string): ReadonlySet<string> =>
  new Set(
    renderMarkdown(read(page), page, () => null).passages.map(({ heading }) => heading.anchor),
  )

for (const file of find(
  '{*.md,.github/*.md,{bench,decisions,deploy,docs,packages,tests}/**/*.md}',
)) {
  const page = read(file)
  // The changelog also names files of earlier versions.
  const names = file === 'CHANGELOG.md' ? [] : missingFiles(page, files)
  for (const name of names) faults.push(`${file} names ${name}, which does not exist`)
  for (const target of linksOf(page)) {
    if (existsSync(path.join(root, path.dirname(file), target))) continue
    faults.push(`${file} links to ${target}, which does not exist`)
  }
  for (const link of anchoredLinksOf(page)) {
    const [target = '', anchor = ''] = link.split('#')
    const place = target === '' ? file : pathFrom(file, target)
    if (!place.endsWith('.md') || !existsSync(path.join(root, place))) continue
    if (!anchorsOf(place).has(decodeURIComponent(anchor))) {
      faults.push(`${file} links to ${link}, a place that the page does not have`)
    }
  }
}

const handbook = new Set(Array.from((await buildSite(root)).pages.values(), ({ file }) => file))
for (const file of find('{*.md,{decisions,deploy,docs}/**/*.md}')) {
  if (handbook.has(file) || outsideHandbook.has(file)) continue
  faults.push(`${file} is not in the handbook: add it to features/handbook/contents.ts`)
}

for (const { page, name, text } of writtenParts) {
  if (withPart(read(page), name, text(root)) === read(page)) continue
  faults.push(`The ${name} in ${page} are old: run node scripts/launch.mjs scripts/write-pages.ts`)
}

for (const folder of find('packages/*')) {
  const page = `${folder}/README.md`
  if (!existsSync(path.join(root, page))) faults.push(`${page} does not exist`)
  else if (programsOf(read(page)).length === 0) faults.push(`${page} shows no example`)
}

const index = read('decisions/README.md')
for (const file of find('decisions/[0-9]*.md')) {
  const name = path.basename(file)
  const entry = `| [${name.slice(0, 4)}](${name}) | ${titleOf(read(file))} |`
  if (!index.includes(entry)) faults.push(`decisions/README.md lacks the line ${entry}`)
}

const { version } = JSON.parse(read('package.json'))
const locked = JSON.parse(read('package-lock.json')).version
if (locked !== version) faults.push(`package-lock.json is ${locked}, package.json is ${version}`)
const fault = versionFault(version, read('CHANGELOG.md'))
if (fault !== null) faults.push(fault)

for (const each of faults) console.error(each)
process.exitCode = faults.length === 0 ? 0 : 1
