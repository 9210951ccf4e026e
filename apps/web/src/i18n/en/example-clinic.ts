export const exampleClinic = {
  title: 'Example clinic',
  mark: 'Example, not a patient',
  about:
    'A dataset for trying out everything: {{photographs}} real photographs ({{size}} MB) of four made-up patients with both eyes and two visits. The photographs are analysed while they load, two readers have outlined lesions, and one photograph is not gradable.',
  isolation:
    'All its data are marked as an example. It is excluded from the statistics of this installation and never sent to another system.',
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
    'Its photographs, results and annotations will be deleted, including your own work on them. They cannot be restored, but the example clinic can be loaded again.',
  offerTitle: 'New here? Try the example clinic',
  failed: 'The example clinic could not be loaded',
}
