export const scans = {
  scan: 'Scan',
  scanning: 'Scanning Dataset',
  outcome: {
    added: 'Added: {{count}}.',
    renamed: 'Renamed: {{count}}.',
    returned: 'Found again: {{count}}.',
    missing: 'Missing: {{count}}.',
    left_out: 'Skipped: {{count}}.',
  },
  nothingNew: 'Nothing has changed in the folder.',
  reasonsInLog: 'See the Tasks page for the reasons why files were skipped.',
  failed: 'The scan failed. See the Tasks page for the reason.',
}
