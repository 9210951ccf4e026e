export const generate = {
  generate: 'Generate',
  title: 'Generate a Dataset',
  about:
    'Searches an image source by keywords and adds openly licensed images. The metadata of each image contain its licence, author and source.',
  keyword: 'Keyword',
  keywordHint: 'Press Enter after each keyword.',
  keywordRequired: 'Enter a keyword.',
  limit: 'Limit',
  limitHint: 'Maximum number of images to add, up to {{most}}.',
  limitInvalid: 'Enter a number from 1 to {{most}}.',
  started: 'The images are being fetched. They appear in the dataset one by one.',
  outcome: 'Added: {{added}}. Already there: {{existing}}. Skipped: {{leftOut}}.',
  failed: 'No images could be fetched. See the Tasks page for the reason.',
}
