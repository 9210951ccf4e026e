import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

import { addressOf, hrefOf, koreanOf, sections, type Language, type Section } from './contents.ts'
import { renderMarkdown, type Rendered, type Resolve } from './markdown.ts'
import { openSearch, type Search, type Searchable } from './search.ts'

/** A page before it is read. */
interface Listed {
  /** Path in the repository. */
  readonly file: string
  readonly language: Language
  /** The file of the same page in the other language. */
  readonly other: string | null
  readonly section: Section
}

/** A page of the handbook. */
export interface Page extends Listed, Rendered {
  /** Below /docs; empty for the first page. */
  readonly address: string
}

/** A section of the navigation. */
export interface Chapter {
  readonly title: string
  readonly pages: readonly Page[]
}

export interface Site {
  readonly chapters: Readonly<Record<Language, readonly Chapter[]>>
  /** By their addresses. */
  readonly pages: ReadonlyMap<string, Page>
  /** Files to which pages link, such as pictures and examples: paths in the repository. */
  readonly files: ReadonlySet<string>
  readonly search: Search
}

/**
 * The handbook from the Markdown of a checkout. Lets other work go on between pages.
 * @param root the checkout
 */
export async function buildSite(root: string): Promise<Site> {
  const listed = (await Promise.all(sections.map((section) => list(root, section)))).flat()
  const served = new Set(listed.map(({ file }) => file))
  const files = new Set<string>()
  const resolve: Resolve = (file) => {
    if (served.has(file)) return hrefOf(addressOf(file))
    if (!isPublic(file) || !isFile(root, file)) return null
    files.add(file)
    return hrefOf(`files/${file}`)
  }
  const pages: Page[] = []
  for (const each of listed) {
    const source = await readFile(path.join(root, each.file), 'utf8')
    const rendered = renderMarkdown(source, each.file, resolve)
    pages.push({ ...each, ...rendered, address: addressOf(each.file) })
    await setImmediate()
  }
  return {
    chapters: { en: chaptersOf(pages, 'en'), ko: chaptersOf(pages, 'ko') },
    pages: new Map(pages.map((page) => [page.address, page])),
    files,
    search: await openSearch(pages.flatMap(searchable)),
  }
}

/** The pages of a section, each followed by its Korean one. */
async function list(root: string, section: Section): Promise<readonly Listed[]> {
  const files = await expanded(root, section.files)
  return files.flatMap((file): Listed[] => {
    const korean = koreanOf(file)
    if (korean === null || !isFile(root, korean)) {
      return [{ file, language: 'en', other: null, section }]
    }
    return [
      { file, language: 'en', other: korean, section },
      { file: korean, language: 'ko', other: file, section },
    ]
  })
}

function chaptersOf(pages: readonly Page[], language: Language): readonly Chapter[] {
  return sections
    .map((section) => ({
      title: section.title[language],
      pages: pages.filter((page) => page.section === section && page.language === language),
    }))
    .filter((chapter) => chapter.pages.length > 0)
}

/** Pictures and examples; a page's links to sources lead to nothing that a visitor could use. */
function isPublic(file: string): boolean {
  return file.startsWith('docs/') || /\.(?:webp|jpe?g|png|svg)$/.test(file)
}

function isFile(root: string, file: string): boolean {
  return path.extname(file) !== '' && existsSync(path.join(root, file))
}

async function expanded(root: string, patterns: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(
    patterns.map((pattern) => Array.fromAsync(glob(pattern, { cwd: root }))),
  )
  return [...new Set(lists.flatMap((files) => files.toSorted()))]
}

function searchable({ address, language, title, passages, section }: Page): Searchable[] {
  return passages.map(({ heading, text }) => ({
    id: `${hrefOf(address)}#${heading.anchor}`,
    page: title,
    heading: heading.text,
    text,
    language,
    weight: section.aboutCode === true ? 0.3 : 1,
  }))
}
