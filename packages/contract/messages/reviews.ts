/** About a clinician's word on an analysis. */
export const reviews = {
  notAnalysed: 'The image has no finished analysis to review. Analyse it first.',
  underWay: 'The image is being analysed. Wait for the new result and review it.',
  analysedAnew: 'The image was re-analysed meanwhile. Review the new result instead.',
  outOfDate:
    'The analysis is out of date because its inputs have changed since. Analyse the image again and review the new result.',
  nobody: 'A review needs the name of its author, but sign-in is switched off.',
} as const
