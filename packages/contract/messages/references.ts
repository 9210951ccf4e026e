/** About the reference values that a site enters. */
export const references = {
  changed: '{{by}} has changed the references meanwhile. Load the page again before you save.',
  agesReversed: 'Reference {{number}}: the age from is above the age to.',
  overlap:
    'References {{first}} and {{second}} are both of the same measure, sex and age. Change the ages of one.',
} as const
