/** Why the server did not get something from another host. */
export const outbound = {
  noHosts:
    'This server may not call other hosts. An administrator can allow hosts with OUTBOUND_HOSTS.',
  notListed:
    'This server may not call {{host}}. An administrator can allow it with OUTBOUND_HOSTS.',
  privateNetwork:
    '{{host}} is inside a private network. An administrator can allow its address with OUTBOUND_HOSTS.',
  busy: 'Too many calls to other hosts are in progress. Try again shortly.',
  noAddress: '{{host}} has no address.',
  notTrusted:
    'The certificate of {{host}} is not trusted, or the host does not use TLS. An administrator can add its certificate authority (DICOM_TLS_CA).',
  unreachable: '{{host}} could not be reached.',
  timedOut: '{{host}} did not answer within {{seconds}} s.',
  redirect: '{{host}} answered with a redirect, which is not followed.',
  status: '{{host}} answered with status {{status}}.',
  packed: '{{host}} sent a compressed answer, which was not requested.',
  tooLarge: '{{host}} answered with more than {{megabytes}} MB.',
} as const

/** Failures of an annotation service. */
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
  noPicture: 'The file to annotate is not a picture.',
  pictureTooLarge:
    'The picture is larger than {{megabytes}} MB, the limit for an annotation service.',
  tooOften:
    'You have asked annotation services {{most}} times within a minute. Try again in {{seconds}} s.',
} as const
