import path from 'node:path'

import { Marked, type Token, type Tokens } from 'marked'

import { escape } from './escape.ts'

/** A heading of a page, with the anchor that GitHub gives it. */
interface Heading {
  readonly depth: number
  readonly text: string
  readonly anchor: string
}

/** A part of a page from one heading to the next, as plain text. */
interface Passage {
  readonly heading: Heading
  readonly text: string
}

export interface Rendered {
  readonly title: string
  readonly html: string
  readonly passages: readonly Passage[]
}

/** Where links of a page lead: an address for a path of the repository, or null if it is not served. */
export type Resolve = (file: string) => string | null

const comment = /^<!--[^]*?-->\s*$/
const scheme = /^[a-z]+:/

/**
 * A page of the repository as HTML without inline styles or scripts, and as passages for the
 * search. A link to a file that the handbook does not serve becomes text.
 * @param file path in the repository, to which relative links belong
 */
export function renderMarkdown(source: string, file: string, resolve: Resolve): Rendered {
  const anchors = openAnchors()
  const headings = new Map<Token, Heading>()
  const marked = new Marked({
    renderer: {
      heading(token) {
        return headingHtml(headings.get(token), this.parser.parseInline(token.tokens))
      },
      link({ href, tokens }) {
        return linkHtml(href, this.parser.parseInline(tokens), { file, resolve })
      },
      image({ href, text }) {
        const address = resolve(pathFrom(file, href))
        if (address === null) return escape(text)
        return `<img src="${escape(address)}" alt="${escape(text)}">`
      },
      html: ({ text }) => (comment.test(text) ? '' : escape(text)),
      table(token) {
        return tableHtml(token, (cell) => this.parser.parseInline(cell.tokens))
      },
      code: ({ text, lang }) =>
        `<pre tabindex="0"${languageClass(lang)}><code>${escape(text)}</code></pre>\n`,
    },
  })
  const tokens = marked.lexer(source)
  void marked.walkTokens(tokens, (token) => {
    if (token.type !== 'heading') return
    const text = plainText(token.tokens ?? [])
    headings.set(token, { depth: token['depth'], text, anchor: anchors(text) })
  })
  const passages = passagesOf(tokens, headings)
  return {
    title: passages[0]?.heading.text ?? file,
    html: marked.parser(tokens),
    passages,
  }
}

/** Gives each heading of a page its anchor, by the rules of GitHub. */
export function openAnchors(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-')
    const before = seen.get(anchor) ?? 0
    seen.set(anchor, before + 1)
    return before === 0 ? anchor : `${anchor}-${before}`
  }
}

function languageClass(language: string | undefined): string {
  return language ? ` class="language-${escape(language)}"` : ''
}

function headingHtml(heading: Heading | undefined, content: string): string {
  if (heading === undefined) return ''
  const { depth, anchor } = heading
  if (depth === 1) return `<h1 id="${anchor}">${content}</h1>\n`
  return `<h${depth} id="${anchor}"><a class="anchor" href="#${anchor}">${content}</a></h${depth}>\n`
}

function linkHtml(
  href: string,
  content: string,
  { file, resolve }: { file: string; resolve: Resolve },
): string {
  if (scheme.test(href)) return `<a href="${escape(href)}" rel="noreferrer">${content}</a>`
  const [target = '', anchor] = href.split('#')
  const fragment = anchor === undefined ? '' : `#${escape(anchor)}`
  if (target === '') return `<a href="${fragment}">${content}</a>`
  const place = pathFrom(file, target)
  const address = resolve(place)
  if (address === null) return `<span title="${escape(place)}">${content}</span>`
  return `<a href="${escape(address)}${fragment}">${content}</a>`
}

/** The path in the repository to which a relative link of a file leads. */
export function pathFrom(file: string, target: string): string {
  return path.posix.join(path.posix.dirname(file), target).replace(/\/$/, '')
}

function tableHtml(table: Tokens.Table, render: (cell: Tokens.TableCell) => string): string {
  const cell = (each: Tokens.TableCell): string => {
    const tag = each.header ? 'th' : 'td'
    const align = each.align ? ` class="${each.align}"` : ''
    return `<${tag}${align}>${render(each)}</${tag}>`
  }
  const row = (cells: readonly Tokens.TableCell[]): string => `<tr>${cells.map(cell).join('')}</tr>`
  const isTitled = table.header.some(({ text }) => text !== '')
  const head = isTitled ? `<thead>${row(table.header)}</thead>` : ''
  const body = `<tbody>${table.rows.map(row).join('')}</tbody>`
  return `<div class="table" tabindex="0"><table>${head}${body}</table></div>\n`
}

function passagesOf(
  tokens: readonly Token[],
  headings: ReadonlyMap<Token, Heading>,
): readonly Passage[] {
  const passages: { heading: Heading; text: string }[] = []
  for (const token of tokens) {
    const heading = headings.get(token)
    if (heading !== undefined) passages.push({ heading, text: '' })
    else {
      const last = passages.at(-1)
      if (last !== undefined) last.text += `${plainText([token])} `
    }
  }
  return passages.map(({ heading, text }) => ({
    heading,
    text: text.replaceAll(/\s+/g, ' ').trim(),
  }))
}

/** The words of tokens, without marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens.map(wordsOf).join('')
}

function wordsOf(token: Token): string {
  if (token.type === 'html') return ''
  if (token.type === 'table') return tableWords(token as Tokens.Table)
  if (token.type === 'list') return plainText(token['items'])
  if ('tokens' in token && token.tokens !== undefined)
    return `${plainText(token.tokens)}${endOf(token)}`
  return 'text' in token ? String(token['text']) : ' '
}

/** Keeps the words of blocks apart. */
function endOf({ type }: Token): string {
  return type === 'paragraph' || type === 'list_item' || type === 'blockquote' ? ' ' : ''
}

function tableWords({ header, rows }: Tokens.Table): string {
  return [header, ...rows].flatMap((row) => row.map(({ tokens }) => plainText(tokens))).join(' ')
}
