/** Texts of graphics, and of changes between visits. */
export const charts = {
  measure: '{{name}}: {{values}}. {{range}} Scale from {{from}} to {{to}}.',
  range: 'Reference range {{range}}.',
  noRange: 'No reference range applies.',
  scale: 'In the graphics, bars show ±, on scales from the left to the right number.',
  band: 'Shaded: the reference range. If nothing is shaded, none applies to the measure.',
  noBand: 'No reference range applies to these measures.',
  graphic: 'On its scale',
  trend: '{{name}}, {{from}} to {{to}}. The values are in the table below.',
  point: '{{day}}, {{eye}}: {{value}}',
  values: 'Values',
  day: 'Day',
  changed: 'The method or the scale changed. No line joins the values before and after it:',
  since: '{{eye}}, {{day}}: {{what}}.',
  changes: {
    camera: 'another camera, or one that is not stated',
    networks: 'other networks',
    software: 'another version of the analysis',
    correction: 'areas corrected by a person, or no longer',
    scale: 'another source of the scale',
  },
}
