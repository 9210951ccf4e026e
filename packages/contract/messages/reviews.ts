/** About a clinician's word on an analysis. */
export const reviews = {
  notAnalysed: 'The image has no finished analysis that could be reviewed. Analyse it first.',
  underWay: 'The image is being analysed. Wait for the new result and review that.',
  analysedAnew: 'The image was analysed anew meanwhile. Look at the new result and review that.',
  outOfDate:
    'The analysis is out of date: what it was made from has changed since. Analyse the image again and review the new result.',
  onlyClinicians:
    'Only the owner of the dataset and the clinicians that the owner has named may confirm or reject an analysis. Ask the owner to name you.',
  nobody: 'A review bears a name, and with sign-in switched off there is none.',
} as const
