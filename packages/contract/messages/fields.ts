/** About the fields of a dataset and their values. */
export const fields = {
  keyTwice: 'Two fields have the key {{key}}. Change one of them.',
  normalMisfit: 'The field {{key}} cannot have the value that is given for a normal eye.',
  optionTwice: 'The field {{key}} has the option {{option}} twice.',
  limitsReversed: 'The minimum of the field {{key}} is above its maximum.',
  unknownInRule:
    'A rule of the field {{key}} refers to {{other}}, which is not another field of this dataset.',
  unknownInComputed:
    'The field {{key}} is computed from {{other}}, which is not a field before it with the same subject and the same readers.',
  perReaderAnnotation:
    'The field {{key}} applies to annotations, which have one author each. It cannot have a value for each reader.',
  typeFixed:
    'The field {{key}} has been in use with another type or subject. Create a new field with another key instead.',
  changed: 'Somebody else has changed the fields meanwhile. Reload the page before you save.',
  filterForm: 'Field filters are a JSON object of filters by field key.',
  unknown: 'The dataset has no field {{key}} for this. Reload the page.',
  staleValues:
    'Somebody else changed these fields since you opened them: {{keys}}. Nothing was saved.',
  wrongType: 'The field {{key}} takes another type of value.',
  noOption: 'The value is not an option of the field {{key}}.',
  outOfRange: 'The value is outside the limits of the field {{key}}.',
  tooManyDecimals: 'The value has more decimals than the field {{key}} takes.',
  tooLong: 'The text is longer than the field {{key}} takes.',
  noDay: 'The field {{key}} takes a day in the form YYYY-MM-DD.',
  cannotBeTold: 'The field {{key}} does not take "cannot tell".',
  computeGroup: 'Fields',
  computeTask: 'Computing the fields of {{dataset}}',
  computeDone: 'Values changed: {{values}}.',
  isComputed: 'The field {{key}} is computed from others and cannot be entered.',
} as const
