/** Why the server did not get something from another host. */
export const outbound = {
  noHosts:
    'This server may not call other hosts. An administrator can allow hosts with OUTBOUND_HOSTS.',
  notListed:
    'This server may not call {{host}}. An administrator can allow it with OUTBOUND_HOSTS.',
  privateNetwork:
    '{{host}} is inside a private network. An administrator can allow its address with OUTBOUND_HOSTS.',
  busy: 'Too many calls to other hosts are under way. Try again shortly.',
  noAddress: '{{host}} has no address.',
  notTrusted:
    'The certificate of {{host}} is not trusted, or it does not speak TLS. An administrator can name the authority of the certificate (DICOM_TLS_CA).',
  unreachable: '{{host}} could not be reached.',
  timedOut: '{{host}} did not answer within {{seconds}} seconds.',
  redirect: '{{host}} answered with a redirect, which is not followed.',
  status: '{{host}} answered with status {{status}}.',
  packed: '{{host}} answered packed, which was not asked for.',
  tooLarge: '{{host}} answered with more than {{megabytes}} MB.',
} as const

/** What an annotation service was asked for in vain. */
export const service = {
  failed: 'Could not read data from URL: {{why}}',
  noUrl:
    'Annotate url is invalid: the owner of the dataset can set the address of an annotation service.',
  notJson: 'The service did not answer with JSON.',
  brokenJson: 'The service did not answer with valid JSON.',
  notCoco: 'The answer is not COCO: {{detail}}',
  notCocoAt: 'The answer is not COCO: {{field}}: {{why}}',
  unusableMask: 'annotations.{{index}}.segmentation: {{why}}',
  masksTakeLong: 'The masks take too long to outline.',
  noPicture: 'What was sent to be annotated is not a picture.',
  pictureTooLarge:
    'The picture is larger than the {{megabytes}} MB that are sent to an annotation service.',
  tooOften:
    'You have asked annotation services {{most}} times within a minute. Try again in {{seconds}} seconds.',
} as const
