export const scans = {
  scan: 'Scan',
  scanning: 'Scanning Dataset',
  outcome: {
    added: 'Added: {{count}}.',
    renamed: 'Renamed: {{count}}.',
    returned: 'Back again: {{count}}.',
    missing: 'Missing: {{count}}.',
    left_out: 'Left out: {{count}}.',
  },
  nothingNew: 'Nothing has changed in the folder.',
  reasonsInLog: 'The tasks page says why files were left out.',
  failed: 'The scan failed. The tasks page says why.',
}
