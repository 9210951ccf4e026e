import { readFileSync } from 'node:fs'

import jsonld from 'jsonld'
import { Parser, Store } from 'n3'

// Prints, as JSON, where the metadata in a file use the vocabulary of Croissant otherwise than it is published,
// and the number of statements that were checked.
const cr = 'http://mlcommons.org/croissant/'
const schema = 'https://schema.org/'
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

const storeOf = (text) => new Store(new Parser().parse(text))
const vocabulary = storeOf(readFileSync(new URL('croissant.ttl', import.meta.url), 'utf8'))
const metadata = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const statements = storeOf(
  await jsonld.toRDF(metadata, {
    base: 'https://example.org/release/',
    format: 'application/n-quads',
    safe: true,
    documentLoader: () => Promise.reject(new Error('The context must be in the file.')),
  }),
)

const valuesOf = (store, subject, predicate) => store.getObjects(subject, predicate, null)
const ids = (terms) => terms.map(({ id }) => id)
const isNode = ({ termType }) => termType === 'NamedNode' || termType === 'BlankNode'
/** Classes that a node states, or else those that its place implies. */
const classesOf = (node) => {
  const stated = ids(valuesOf(statements, node, type))
  if (stated.length > 0) return stated
  return statements
    .getQuads(null, null, node, null)
    .flatMap(({ predicate }) => ids(valuesOf(vocabulary, predicate, `${schema}rangeIncludes`)))
}
const isAmong = (classes, wanted) => classes.some((each) => wanted.includes(each))

const faults = []
let checked = 0
for (const { subject, predicate, object } of statements.getQuads(null, null, null, null)) {
  if (predicate.id === type) {
    if (object.id.startsWith(cr) && valuesOf(vocabulary, object, type).length === 0) {
      faults.push(`no class ${object.id}`)
    }
    continue
  }
  const domain = ids(valuesOf(vocabulary, predicate, `${schema}domainIncludes`))
  // The specification has it on datasets too, the vocabulary on sources of data alone.
  if (predicate.id === `${cr}recordSet`) domain.push(`${schema}Dataset`)
  if (domain.length === 0) {
    if (predicate.id.startsWith(cr)) faults.push(`no property ${predicate.id}`)
    continue
  }
  checked++
  if (!isAmong(classesOf(subject), domain)) faults.push(`${predicate.id} of ${subject.id}`)
  const range = ids(valuesOf(vocabulary, predicate, `${schema}rangeIncludes`))
  const isText = isAmong(range, [`${schema}Text`, `${schema}Boolean`, `${cr}Format`])
  if (isText && isNode(object)) faults.push(`${predicate.id} is not a text`)
  if (isText || range.includes(`${cr}DataType`)) continue
  const stated = ids(valuesOf(statements, object, type))
  const isDescribed = isNode(object) && statements.countQuads(object, null, null, null) > 0
  if (!isDescribed || (stated.length > 0 && !isAmong(stated, range))) {
    faults.push(`${predicate.id} has ${object.id}`)
  }
}
for (const name of ['name', 'description', 'license', 'url', 'creator', 'datePublished']) {
  const [dataset] = statements.getSubjects(type, `${schema}Dataset`, null)
  const isThere = dataset !== undefined && valuesOf(statements, dataset, schema + name).length > 0
  if (!isThere) faults.push(`the dataset has no ${name}`)
}
process.stdout.write(JSON.stringify({ faults, checked }))
