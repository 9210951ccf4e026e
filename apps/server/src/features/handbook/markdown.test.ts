import { expect, test } from 'vitest'

import { openAnchors, renderMarkdown } from './markdown.ts'

const resolve = (file: string) => (file === 'docs/mail.md' ? '/docs/mail' : null)
const htmlOf = (source: string) => renderMarkdown(source, 'docs/sign-in.md', resolve).html

test('anchors are those of GitHub, and repeated headings get numbers', () => {
  const anchorOf = openAnchors()
  expect(anchorOf('ASVS 5.0, level 2')).toBe('asvs-50-level-2')
  expect(anchorOf('Several *words* & more')).toBe('several-words--more')
  expect(anchorOf('더 알아보기')).toBe('더-알아보기')
  expect(anchorOf('Added')).toBe('added')
  expect(anchorOf('Added')).toBe('added-1')
})

test('links lead to pages of the handbook, and what it does not serve is only named', () => {
  expect(htmlOf('[a](mail.md#set-it-up)')).toContain('<a href="/docs/mail#set-it-up">a</a>')
  expect(htmlOf('[a](../LICENSE)')).toContain('<span title="LICENSE">a</span>')
  expect(htmlOf('[a](#here)')).toContain('<a href="#here">a</a>')
  expect(htmlOf('[a](https://example.org)')).toContain('href="https://example.org"')
})

test('nothing on a page is taken for HTML or a program', () => {
  const html = htmlOf(
    '<script>a()</script>\n\n`<b>` <i>x</i>\n\n```sh\necho <a> "b"\n```\n\n<!-- c -->',
  )
  expect(html).not.toMatch(/<(?:script|b|i|a)>|<!--|style=/)
  expect(html).toContain('echo &lt;a&gt; &quot;b&quot;')
})

test('passages for the search have the words between two headings, without marks', () => {
  const source = '# One\n\nA *b* [c](d.md).\n\n## Two\n\n- x `y`\n- z\n\n| h |\n|---|\n| **i** |\n'
  expect(renderMarkdown(source, 'docs/a.md', resolve)).toMatchObject({
    title: 'One',
    passages: [
      { heading: { anchor: 'one' }, text: 'A b c.' },
      { heading: { anchor: 'two' }, text: 'x y z h i' },
    ],
  })
})
