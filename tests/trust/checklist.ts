/** The tests of a requirement: a file below the repository's root, and names of its tests. */
type Proof = readonly [file: string, ...tests: readonly string[]]

const server = 'apps/server/src'
const account = `${server}/features/account/account.test.ts`
const audit = `${server}/features/audit/audit.test.ts`
const images = `${server}/features/images/images.test.ts`
const outbound = `${server}/platform/http/outbound.test.ts`

/** The requirements of trust by number, each with tests that act as an attacker or a failure. */
export const checklist: Readonly<Record<number, { name: string; proofs: readonly Proof[] }>> = {
  1: {
    name: 'Default deny',
    proofs: [['tests/trust/access.test.ts', 'nothing else answers']],
  },
  2: {
    name: 'Authorisation matrix',
    proofs: [
      [
        'tests/trust/access.test.ts',
        'who is not signed in gets 401',
        'is a visitor, with a session that was its own too',
        'administration answers 403 to a user',
        'what the table of rights gives their role',
      ],
    ],
  },
  3: {
    name: 'No access by guessing ids',
    proofs: [['tests/trust/access.test.ts', 'a stranger is answered about every thing']],
  },
  4: {
    name: 'No mass assignment',
    proofs: [['tests/trust/hostile-input.test.ts', 'no call takes a field that its schema']],
  },
  5: {
    name: 'The first account is the administrator, once',
    proofs: [[account, 'of fifty concurrent registrations']],
  },
  6: {
    name: 'Without sign-in: this machine only, administration shut',
    proofs: [[account, 'with sign-in switched off everybody is the anonymous user']],
  },
  7: {
    name: 'Password rules, long passwords, Unicode forms',
    proofs: [[account, 'a weak password is refused', 'in either Unicode form']],
  },
  8: {
    name: 'argon2id',
    proofs: [['tests/trust/accounts.test.ts', 'kept by argon2id', 'hashed anew at the next']],
  },
  9: {
    name: 'Brute force',
    proofs: [
      [account, 'repeated failures'],
      [`${server}/features/users/users.test.ts`, 'unlocks an account'],
    ],
  },
  10: {
    name: 'Unknown and known users are answered alike',
    proofs: [[account, 'an unknown user and a wrong password get the same answer']],
  },
  11: {
    name: 'A new session at sign-in',
    proofs: [['tests/trust/accounts.test.ts', 'sign-in gives a new session']],
  },
  12: {
    name: 'Session tokens',
    proofs: [['tests/trust/accounts.test.ts', 'of 256 random bits, kept as a hash']],
  },
  13: {
    name: 'Idle and absolute ends of sessions',
    proofs: [[account, 'an idle session ends', 'beyond twelve hours']],
  },
  14: {
    name: 'Sign-out, deletion, expiry and password change end sessions, open streams too',
    proofs: [
      [account, 'signing out ends the session', 'changing the password', 'an expired account'],
      [`${server}/features/live/live.test.ts`, 'a former member is notified of nothing more'],
    ],
  },
  15: {
    name: 'Cookie',
    proofs: [['tests/trust/accounts.test.ts', 'no script and no other site gets the cookie']],
  },
  16: {
    name: 'Cross-site requests',
    proofs: [['tests/trust/access.test.ts', 'done for a page of another site']],
  },
  17: {
    name: 'CORS closed',
    proofs: [['tests/trust/hygiene.test.ts', 'bears the headers that protect a page']],
  },
  18: {
    name: 'Headers on every answer',
    proofs: [['tests/trust/hygiene.test.ts', 'bears the headers that protect a page']],
  },
  19: {
    name: 'No patient data in caches',
    proofs: [
      ['tests/trust/hygiene.test.ts', 'what is JSON is never kept'],
      [images, 'private to the browser'],
    ],
  },
  20: {
    name: 'Path traversal',
    proofs: [
      [images, 'does not lead out of the dataset', 'never reaches the disk'],
      [`${server}/features/archives/archives.test.ts`, 'escapes from the dataset'],
      [`${server}/features/dataset-management/datasets.test.ts`, 'the dataset name %j is refused'],
    ],
  },
  21: { name: 'Uploads are known by content', proofs: [[images, 'a file that is not an image']] },
  22: {
    name: 'What is served is inert',
    proofs: [
      ['tests/trust/hygiene.test.ts', 'bears the headers that protect a page'],
      [images, 'the original is kept and returned byte for byte'],
    ],
  },
  23: {
    name: 'Sizes, slow bodies, too many parts',
    proofs: [
      [images, 'a file larger than the limit is refused'],
      ['tests/trust/hostile-input.test.ts', 'never comes to its end', 'more parts than a form'],
    ],
  },
  24: {
    name: 'Bombs',
    proofs: [
      [images, 'a picture above the pixel limit'],
      [`${server}/features/archives/archives.test.ts`, 'a file that would expand without end'],
      [`${server}/features/images/dicom/dicom-images.test.ts`, 'and harm nobody'],
    ],
  },
  25: {
    name: 'Mutated DICOM files',
    proofs: [[`${server}/platform/images/dicom-pixels.test.ts`, 'mutated files give pixels']],
  },
  26: {
    name: 'Calls to other hosts',
    proofs: [
      [
        outbound,
        'is not called',
        'rules out a name',
        'goes to the address that was checked',
        'a redirect is not followed',
      ],
    ],
  },
  27: {
    name: 'Connection tests tell nothing of other hosts',
    proofs: [[`${server}/features/mics/settings.test.ts`, 'is refused, saved or tried']],
  },
  28: {
    name: 'Secrets are write-only',
    proofs: [
      [`${server}/platform/secrets.test.ts`, 'opens with the same key'],
      [`${server}/features/mics/settings.test.ts`, 'a password is accepted and never returned'],
      [audit, 'it contains no password'],
    ],
  },
  29: {
    name: 'Injection',
    proofs: [
      ['tests/trust/hygiene.test.ts', 'quotes, operators and wildcards'],
      ['tests/trust/hostile-input.test.ts', 'is an answer or a refusal, never a failure'],
    ],
  },
  30: {
    name: 'Stored scripts',
    proofs: [
      [
        'tests/browser/security.spec.ts',
        'hostile names are shown as the text that they are',
        'hostile patients, labels, metadata and log lines',
        'an administrator sees hostile names as text',
      ],
    ],
  },
  31: {
    name: 'CSV, headers and logs',
    proofs: [[audit, 'spreadsheets find no formula']],
  },
  32: {
    name: 'Errors tell nothing of the inside',
    proofs: [['tests/trust/hygiene.test.ts', 'when the database fails']],
  },
  33: {
    name: 'Limits on costly calls',
    proofs: [
      ['tests/trust/hostile-input.test.ts', 'a thousand calls at once'],
      [`${server}/features/prediction/prediction.test.ts`, 'a server at its capacity'],
      [`${server}/features/exports/exports.test.ts`, 'of ten exports started at once'],
    ],
  },
  34: {
    name: 'HTTP hygiene',
    proofs: [['tests/trust/hostile-input.test.ts', 'TRACE', 'a header of 100 kB', 'two lengths']],
  },
  35: {
    name: 'No listing, dotfiles or source maps; the API page is for administrators',
    proofs: [
      [
        'tests/trust/hygiene.test.ts',
        'the API page is for administrators',
        'hidden files and lists of files',
      ],
      [
        `${server}/platform/http/web-app.test.ts`,
        'asked for as %s, is not there',
        'where there is no screen, says that it was not found',
      ],
    ],
  },
  36: {
    name: 'One audit row for each access',
    proofs: [
      ['tests/trust/audit-trail.test.ts', 'leaves exactly one row in the audit trail'],
      [audit, 'as valid AuditEvents', 'it contains no password'],
    ],
  },
  37: {
    name: 'The audit trail is append-only and sealed',
    proofs: [
      [
        `${server}/features/audit/check-trail.test.ts`,
        'rows whose seals were removed',
        'a changed, shortened or removed',
        'cannot change, remove or empty it',
        'only expired rows are removed',
      ],
    ],
  },
  38: {
    name: 'A clinical change keeps what was there',
    proofs: [
      [`${server}/features/annotations/annotations.test.ts`, 'every earlier state'],
      [
        `${server}/features/reviews/reviews.test.ts`,
        'the latest review counts, all of them are kept',
      ],
    ],
  },
  39: {
    name: 'Right patient, right eye',
    proofs: [['tests/trust/right-patient.test.ts', 'nothing about one reaches the other']],
  },
  40: {
    name: 'Supply chain',
    proofs: [
      ['scripts/bill-of-materials.test.ts', 'every package of the lock file'],
      ['scripts/setup.test.ts', 'installs from the lock file'],
      ['apps/web/build/licences.test.ts', 'under licences that allow it'],
    ],
  },
}
