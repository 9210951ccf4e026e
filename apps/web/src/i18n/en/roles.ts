import type { Right, Standing } from '#contract/roles'

export const roles = {
  role: 'Role',
  roleOf: 'Role of {{username}}',
  names: {
    owner: 'Owner',
    clinician: 'Clinician',
    grader: 'Grader',
    viewer: 'Viewer',
    administrator: 'Administrator',
  } satisfies Record<Standing, string>,
  about: {
    owner: 'Manages the dataset, and confirms and rejects results.',
    clinician: 'Annotates, and confirms and rejects results.',
    grader: 'Annotates, analyses, adds images and exports.',
    viewer: 'Sees everything, and changes nothing.',
    administrator: 'Manages every dataset, but confirms results only as its clinician.',
  } satisfies Record<Standing, string>,
  /** What each right permits, for the table of the documentation and the help. */
  rights: {
    view: 'See images, annotations, results, reports and documents',
    annotate:
      'Annotate, enter labels and field values, import annotations, choose the categories of the dataset',
    collect:
      'Add images (upload, archive, PACS, scan, DICOMweb), correct patient data, choose orders, delete and restore images and documents',
    analyse: 'Start analyses, measure again, cancel and repeat tasks',
    export: 'Export pseudonymous data, and download and delete exports',
    send: 'Send images and results to the archive, the order system and the FHIR server',
    review: 'Confirm and reject results, write the next steps for the patient',
    configure:
      'Change settings, fields and networks, enter patient data by a table, reset metadata',
    share: 'Share the dataset and change roles',
    identify: 'Export data that identify patients',
    delete: 'Delete and restore the dataset',
  } satisfies Record<Right, string>,
  yours: 'Your role: {{role}}',
  notAllowed: 'Not allowed by your role',
  readOnly: 'You may only view this image',
  readOnlyHint: 'You are a viewer of this dataset. Ask {{owner}} for the role of a grader.',
} as const
