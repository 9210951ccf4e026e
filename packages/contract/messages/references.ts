/** About the reference values that a site enters. */
export const references = {
  changed: '{{by}} has changed the references meanwhile. Reload the page before you save.',
  agesReversed: 'Reference {{number}}: the lowest age is above the highest.',
  overlap:
    'References {{first}} and {{second}} overlap in measure, sex and age. Change the ages of one.',
} as const
