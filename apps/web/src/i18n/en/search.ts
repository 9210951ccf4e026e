export const search = {
  title: 'Search',
  open: 'Search (Ctrl+K)',
  label: 'Dataset, patient, page or command',
  results: 'Results',
  groups: { datasets: 'Datasets', patients: 'Patients', commands: 'Commands', pages: 'Pages' },
  images_one: '{{count}} image',
  images_other: '{{count}} images',
  commandNames: {
    createDataset: 'Create a dataset',
    exampleClinic: 'Load or remove the example clinic',
    createAccount: 'Create an account',
    addStation: 'Add a DICOM station',
  },
  failed: 'Searching',
  nothing: 'Nothing found. Datasets and patients are searched from two characters on.',
}
