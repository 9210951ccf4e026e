import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'

import { getCurrentUser, type SignedInUser } from '#contract/account'
import { getInfo, type ServerInfo } from '#contract/info'

import { CallError } from './call-error.ts'
import { call } from './call.ts'

export const currentUser = queryOptions({
  queryKey: ['current user'],
  queryFn: ({ signal, client }): Promise<SignedInUser | null> => whoIsSignedIn(client, signal),
  staleTime: Infinity,
})

/** Null if nobody is signed in. */
async function whoIsSignedIn(
  client: QueryClient,
  signal: AbortSignal,
): Promise<SignedInUser | null> {
  // Avoids a 401 for visitors, which the browser would log as an error.
  const info = await client.fetchQuery({ ...serverInfo, staleTime: 0 }).catch(unlessTimedOut)
  if (info?.signed_in === false) return null
  try {
    return (await call(getCurrentUser, { signal })).user
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

/** A second call would only time out again. */
function unlessTimedOut(error: unknown): undefined {
  if (error instanceof CallError && error.code === 'timed_out') throw error
}

export const serverInfo = queryOptions({
  queryKey: ['server info'],
  queryFn: ({ signal }) => call(getInfo, { signal }),
  staleTime: 60_000,
})

/** Assumed until the server answers. */
const unknownServer: ServerInfo = {
  name: 'Fovea',
  git: { tag: '1.0.0' },
  allow_registration: false,
  login_enabled: true,
  password_rule: 'by-form',
  single_sign_on: null,
  passkeys: false,
  total_users: 1,
  signed_in: false,
  largest_upload: Infinity,
  help_url: null,
  security_contact: null,
  regulatory: {
    configured: false,
    item_name: null,
    model: null,
    licence_number: null,
    device_class: null,
    manufacturer: null,
    manufacturer_address: null,
    manufacture_date: null,
    intended_use: null,
    precautions: null,
    training_data: null,
    expected_performance: null,
    limits: null,
    udi_di: null,
    instructions_url: null,
  },
}

export function useServerInfo(): {
  info: ServerInfo
  /** 'unknown' if the server could not be reached. */
  version: string
  loaded: boolean
} {
  const { data, isError } = useQuery(serverInfo)
  const info = data ?? unknownServer
  return { info, version: isError ? 'unknown' : info.git.tag, loaded: data !== undefined }
}

/** The signed-in user; null until known, and if nobody is signed in. */
export function useViewer(): SignedInUser | null {
  return useQuery(currentUser).data ?? null
}
