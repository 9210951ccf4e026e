export const generate = {
  generate: 'Generate',
  title: 'Generate a Dataset',
  about:
    'Adds openly licensed images that an image source finds by keywords. Licence, author and source are kept in the metadata of each.',
  keyword: 'Keyword',
  keywordHint: 'Press Enter after each keyword.',
  keywordRequired: 'Enter a keyword.',
  limit: 'Limit',
  limitHint: 'At most this many images are added, up to {{most}}.',
  limitInvalid: 'Enter a number from 1 to {{most}}.',
  started: 'The images are being fetched. They appear in the dataset one after the other.',
  outcome: 'Added: {{added}}. Already there: {{existing}}. Left out: {{leftOut}}.',
  failed: 'No images could be fetched. The tasks page says why.',
}
