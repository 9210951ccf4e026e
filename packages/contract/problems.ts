/** Everything that Fovea refuses or fails with on purpose: one code, its HTTP status, its title. */
export const problems = {
  invalid_input: { status: 400, title: 'Invalid input' },
  unsafe_request: { status: 403, title: 'Request from another site' },
  not_signed_in: { status: 401, title: 'Not signed in' },
  wrong_credentials: { status: 401, title: 'Wrong username or password' },
  sign_in_failed: { status: 401, title: 'Sign-in failed' },
  account_expired: { status: 401, title: 'Account expired' },
  forbidden: { status: 403, title: 'Not allowed' },
  missing_right: { status: 403, title: 'Not allowed by your role' },
  missing_scope: { status: 403, title: 'Not allowed by the access token' },
  second_factor_required: { status: 401, title: 'Second factor required' },
  second_factor_setup_required: { status: 403, title: 'Add a second factor first' },
  password_change_required: { status: 403, title: 'Change your password first' },
  login_disabled: { status: 403, title: 'Sign-in is switched off' },
  not_found: { status: 404, title: 'Not found' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  name_taken: { status: 409, title: 'Name already taken' },
  stale_revision: { status: 409, title: 'Changed by somebody else' },
  still_running: { status: 409, title: 'Still running' },
  not_possible_now: { status: 409, title: 'Not possible in this state' },
  too_large: { status: 413, title: 'Too large' },
  unsupported_format: { status: 415, title: 'Unsupported format' },
  unusable_content: { status: 422, title: 'Unusable content' },
  too_many_attempts: { status: 429, title: 'Too many attempts' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  damaged_original: { status: 500, title: 'Original damaged' },
  host_not_allowed: { status: 403, title: 'Host not allowed' },
  service_failed: { status: 502, title: 'Could not read data from URL' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  storage_full: { status: 507, title: 'Storage is full' },
} as const satisfies Record<string, { status: number; title: string }>

export type ProblemCode = keyof typeof problems

/** A text of the catalogue of messages, with its parameters. */
export interface ToldKey {
  readonly key: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The body of every answer that is an error. */
export interface ProblemBody {
  message: string
  code: ProblemCode
  /** Key of the message in the catalogue; absent if the fields say everything. */
  key?: string
  params?: Readonly<Record<string, unknown>>
  /** Errors in single fields of the input. */
  fields?: Record<string, string>
  field_messages?: Readonly<Record<string, ToldKey>>
  /** The current state of the object in conflict, for example the annotation, or of the sign-in. */
  current?: unknown
  /** Finds the entry in the server's log. */
  reference?: string
}
