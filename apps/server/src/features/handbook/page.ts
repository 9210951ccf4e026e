import type { Chapter, Page, Site } from './build-site.ts'
import { addressOf, handbookRoot, hrefOf, type Language } from './contents.ts'
import { escape } from './escape.ts'
import type { Found } from './search.ts'
import { words } from './words.ts'

/** The frame around the text of a page: navigation, title and search. */
interface Frame {
  /** Name of the product. */
  readonly product: string
  readonly language: Language
  readonly chapters: readonly Chapter[]
  readonly title: string
  readonly content: string
  /** Address below /docs of the page that is shown. */
  readonly current?: string
  /** Address of the same page in the other language. */
  readonly counterpart?: string | null
  readonly query?: string
  readonly aside?: string
}

/** A page of the handbook as a document. */
export function pageDocument(page: Page, site: Site, product: string): string {
  const { language, address, title, other } = page
  const chapters = site.chapters[language]
  return frame({
    product,
    language,
    chapters,
    title,
    content: `<article>${page.html}</article>${neighbours(page, chapters)}${origin(page)}`,
    current: address,
    counterpart: other === null ? null : addressOf(other),
    aside: onThisPage(page),
  })
}

/** The results of a search as a document. */
export function searchDocument(
  found: readonly Found[],
  {
    query,
    language,
    site,
    product,
  }: { query: string; language: Language; site: Site; product: string },
): string {
  const told = words[language]
  const text = query.trim() === '' ? told.nothingAsked : told.nothingFound
  const list = found.map(foundHtml).join('')
  return frame({
    product,
    language,
    chapters: site.chapters[language],
    title: told.search,
    content: `<article><h1>${told.search}</h1>${list === '' ? `<p>${text}</p>` : `<ol class="found">${list}</ol>`}</article>`,
    query,
  })
}

/** A document that says that the handbook has no such page. */
export function notFoundDocument(chapters: readonly Chapter[], product: string): string {
  const { notFound: title, notFoundText } = words.en
  return frame({
    product,
    language: 'en',
    chapters,
    title,
    content: `<article><h1>${title}</h1><p>${notFoundText}</p></article>`,
  })
}

function frame(parts: Frame): string {
  const { product, language, title } = parts
  const told = words[language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escape(title)} · ${escape(product)}</title>
<link rel="icon" href="${handbookRoot}/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${handbookRoot}/assets/handbook.css">
<script src="${handbookRoot}/assets/colour-scheme.js"></script>
<script type="module" src="${handbookRoot}/assets/handbook.js"></script>
</head>
<body>
<a class="skip" href="#text">${told.skip}</a>
${header(parts)}
<div class="columns">
<nav id="contents" aria-label="${told.contents}">${navigation(parts)}</nav>
<main id="text" tabindex="-1">${parts.content}</main>
${parts.aside ?? ''}
</div>
</body>
</html>
`
}

function header({ product, language, query, counterpart }: Frame): string {
  const told = words[language]
  const other: Language = language === 'en' ? 'ko' : 'en'
  const toOther = hrefOf(counterpart ?? (language === 'en' ? 'ko' : ''))
  return `<header>
<button type="button" class="menu" aria-controls="contents" aria-expanded="false">${told.contents}</button>
<a class="brand" href="${hrefOf(language === 'ko' ? 'ko' : '')}"><img src="${handbookRoot}/assets/mark.svg" alt="" width="26" height="26"><b>${escape(product)}</b> ${told.handbook}</a>
<form class="search" role="search" action="${handbookRoot}/search">
<input type="search" name="q" maxlength="100" autocomplete="off" placeholder="${told.searchHint}" aria-label="${told.search}" value="${escape(query ?? '')}">
<input type="hidden" name="language" value="${language}">
</form>
<div class="tools">
<a href="${toOther}" lang="${other}" hreflang="${other}">${told.otherLanguage}</a>
<button type="button" class="colours" aria-label="${told.colours}" title="${told.colours}"></button>
<a href="/">${told.backToApp}</a>
</div>
</header>`
}

function navigation({ chapters, language, current }: Frame): string {
  const list = chapters.map((chapter) => chapterHtml(chapter, current)).join('')
  const all =
    language === 'ko' ? `<p><a href="${handbookRoot}">${words.ko.englishHandbook}</a></p>` : ''
  return `${list}${all}`
}

function chapterHtml({ title, pages }: Chapter, current?: string): string {
  const isOpen = pages.length < 12 || pages.some(({ address }) => address === current)
  const links = pages.map(({ address, title: name }) => {
    const mark = address === current ? ' aria-current="page"' : ''
    return `<li><a href="${hrefOf(address)}"${mark}>${escape(name)}</a></li>`
  })
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary><ul>${links.join('')}</ul></details>`
}

function onThisPage({ passages, language }: Page): string {
  const headings = passages
    .map(({ heading }) => heading)
    .filter(({ depth }) => depth === 2 || depth === 3)
  if (headings.length < 2) return ''
  const items = headings.map(
    ({ depth, anchor, text }) =>
      `<li class="depth-${depth}"><a href="#${anchor}">${escape(text)}</a></li>`,
  )
  const title = words[language].onThisPage
  return `<aside aria-label="${title}"><p>${title}</p><ul>${items.join('')}</ul></aside>`
}

function neighbours({ address, language }: Page, chapters: readonly Chapter[]): string {
  const pages = chapters.flatMap((chapter) => chapter.pages)
  const at = pages.findIndex((page) => page.address === address)
  const told = words[language]
  const previous = neighbour(pages[at - 1], 'previous', told.previous)
  const next = neighbour(pages[at + 1], 'next', told.next)
  return `<footer class="neighbours">${previous}${next}</footer>`
}

function neighbour(page: Page | undefined, side: string, label: string): string {
  if (page === undefined) return ''
  return `<a class="${side}" href="${hrefOf(page.address)}"><small>${label}</small>${escape(page.title)}</a>`
}

function origin({ file, language }: Page): string {
  return `<p class="origin">${words[language].source}: <code>${escape(file)}</code></p>`
}

function foundHtml({ id, page, heading, excerpt }: Found): string {
  const place = heading === page ? '' : ` <small>${escape(page)}</small>`
  const text = excerpt.map((piece, at) =>
    at % 2 === 1 ? `<mark>${escape(piece)}</mark>` : escape(piece),
  )
  return `<li><a href="${escape(id)}"><b>${escape(heading)}</b>${place}<span>${text.join('')}</span></a></li>`
}
