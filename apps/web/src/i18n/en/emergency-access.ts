export const emergencyAccess = {
  button: 'Emergency access',
  title: 'Emergency Access',
  about_one: 'Shows you all datasets with photographs of a patient, for {{count}} hour, read-only.',
  about_other:
    'Shows you all datasets with photographs of a patient, for {{count}} hours, read-only.',
  told: 'The owners of these datasets are told who looked and why. It stands in the audit trail.',
  patient: 'Patient ID',
  reason: 'Reason',
  reasonHint: 'At least 10 characters.',
  begin: 'Begin',
  beginning: 'Emergency Access',
  begun:
    'If there are photographs of this patient, their datasets are listed here until {{until}}.',
  until: 'Emergency access until {{until}}',
  noticeTitle: '{{who}} used emergency access to {{dataset}}',
  notice: 'Patient {{patient}}, {{at}}, until {{until}}. Reason: {{reason}}',
  seen: 'I have seen this',
  confirming: 'Confirm Emergency Access',
  right: 'Emergency access',
  rightHint: 'May see the photographs of any patient by their ID, with a reason. Owners are told.',
}
