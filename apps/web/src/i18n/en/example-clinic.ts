export const exampleClinic = {
  title: 'Example clinic',
  mark: 'Example, not a patient',
  about:
    'A dataset to try everything with: {{photographs}} real photographs ({{size}} MB) of four made-up patients with both eyes and two visits. It is analysed while it loads, two readers have outlined lesions, and one photograph is refused.',
  isolation:
    'Everything of it is marked as an example. It does not count in the statistics of this installation and is never sent to another system.',
  credits: 'Photographs',
  credit: '{{work}}, {{authors}}, {{licence}}',
  load: 'Load the example clinic',
  loading: 'Loading the example clinic',
  open: 'Open',
  remove: 'Remove',
  removing: 'Removing the example clinic',
  removed: 'The example clinic was removed.',
  removeTitle: 'Remove the example clinic?',
  removeLoss:
    'Its photographs, results and annotations are deleted, including your own work on them. They cannot be restored, but the example clinic can be loaded again.',
  offerTitle: 'New here? Try the example clinic',
  failed: 'The example clinic could not be looked up',
}
