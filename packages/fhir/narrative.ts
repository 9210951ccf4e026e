/** Elements allowed in narrative (FHIR R4, 2.4.1): the passive ones of XHTML. */
const allowed = new Set(
  `a abbr acronym b big blockquote br caption cite code col colgroup dd dfn div dl dt em h1 h2 h3 h4
  h5 h6 hr i img li ol p pre q samp small span strong sub sup table tbody td tfoot th thead tr tt ul
  var`.split(/\s+/),
)

/** A forbidden part of narrative, or undefined. */
export function narrativeFault(xhtml: string): string | undefined {
  if (!/^\s*<div[\s>]/.test(xhtml)) return 'div'
  for (const [, name = '', attributes = ''] of xhtml.matchAll(/<\/?\s*([a-zA-Z0-9:]+)([^>]*)>/g)) {
    if (!allowed.has(name)) return `<${name}>`
    const acts = /\son[a-z]+\s*=|(?:href|src)\s*=\s*["']?\s*(?:javascript|data:text|file):/i
    if (acts.test(attributes)) return `<${name}${attributes}>`
  }
  const hasContent = /<img/.test(xhtml) || /\S/.test(xhtml.replaceAll(/<[^>]*>/g, ''))
  return hasContent ? undefined : 'div'
}
