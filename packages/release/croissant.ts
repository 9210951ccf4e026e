/** A file of a release, with the SHA-256 of its content. */
interface CroissantFile {
  readonly name: string
  readonly mediaType: string
  readonly sha256: string
}

export interface CroissantSource {
  readonly title: string
  readonly number: number
  readonly description: string
  readonly licence: string
  /** ISO 8601. */
  readonly madeAt: string
  /** Pattern of the image files within a part, such as '*.png', and their media type. */
  readonly images: { readonly pattern: string; readonly mediaType: string }
  /** The table of images of each part that has any. */
  readonly tables: readonly (CroissantFile & { readonly part: string })[]
  readonly others: readonly CroissantFile[]
}

/**
 * Metadata in the form Croissant 1.0 (MLCommons, docs.mlcommons.org/croissant): the files, and a record set
 * of images for each part.
 */
export function croissantOf(source: CroissantSource): Record<string, unknown> {
  const { title, description, licence, number, madeAt } = source
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title,
    description: description === '' ? title : description,
    ...(licence !== '' && { license: licence }),
    version: `${number}.0.0`,
    datePublished: madeAt,
    distribution: [
      ...source.tables.map(fileObject),
      ...source.others.map(fileObject),
      ...source.tables.map(({ part }) => ({
        '@type': 'cr:FileSet',
        '@id': `images-${part}`,
        name: `images-${part}`,
        description: `The images of the part ${part}.`,
        encodingFormat: source.images.mediaType,
        includes: `${part}/${source.images.pattern}`,
      })),
    ],
    recordSet: source.tables.map(recordSet),
  }
}

function fileObject({ name, mediaType, sha256 }: CroissantFile) {
  return {
    '@type': 'cr:FileObject',
    '@id': name,
    name,
    contentUrl: name,
    encodingFormat: mediaType,
    sha256,
  }
}

/** Columns of a part's table that are the same in every release. */
const columns = [
  {
    name: 'file_name',
    type: 'sc:Text',
    description: 'File of the image within the folder of its part.',
  },
  { name: 'image_id', type: 'sc:Integer', description: 'Number of the image.' },
  { name: 'patient', type: 'sc:Text', description: 'Pseudonym of the patient.' },
  { name: 'width', type: 'sc:Integer', description: 'Width in pixels.' },
  { name: 'height', type: 'sc:Integer', description: 'Height in pixels.' },
] as const

function recordSet({ name, part }: { readonly name: string; readonly part: string }) {
  return {
    '@type': 'cr:RecordSet',
    '@id': part,
    name: part,
    description: `A record for each image of the part ${part}.`,
    field: columns.map((column) => ({
      '@type': 'cr:Field',
      '@id': `${part}/${column.name}`,
      name: column.name,
      description: column.description,
      dataType: column.type,
      source: { fileObject: { '@id': name }, extract: { column: column.name } },
    })),
  }
}

/** The JSON-LD context of the specification, unchanged. */
const context = {
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  cr: 'http://mlcommons.org/croissant/',
  data: { '@id': 'cr:data', '@type': '@json' },
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  dct: 'http://purl.org/dc/terms/',
  examples: { '@id': 'cr:examples', '@type': '@json' },
  extract: 'cr:extract',
  field: 'cr:field',
  fileObject: 'cr:fileObject',
  fileProperty: 'cr:fileProperty',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  rai: 'http://mlcommons.org/croissant/RAI/',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  samplingRate: 'cr:samplingRate',
  sc: 'https://schema.org/',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
} as const
