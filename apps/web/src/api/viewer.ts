import { queryOptions, useQuery } from '@tanstack/react-query'

import { getCurrentUser, type User } from '#contract/account'
import { getInfo, type ServerInfo } from '#contract/info'

import { CallError } from './call-error.ts'
import { call } from './call.ts'

export const currentUser = queryOptions({
  queryKey: ['current user'],
  queryFn: ({ signal }): Promise<User | null> => whoIsSignedIn(signal),
  staleTime: Infinity,
})

/** Null where nobody is signed in. */
async function whoIsSignedIn(signal: AbortSignal): Promise<User | null> {
  try {
    return (await call(getCurrentUser, { signal })).user
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return null
    throw error
  }
}

export const serverInfo = queryOptions({
  queryKey: ['server info'],
  queryFn: ({ signal }) => call(getInfo, { signal }),
  staleTime: 60_000,
})

/** What is taken for granted until the server has told. */
const unknownServer: ServerInfo = {
  name: 'Fovea',
  git: { tag: '1.0.0' },
  allow_registration: false,
  login_enabled: true,
  total_users: 1,
  help_url: null,
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
    udi_di: null,
    instructions_url: null,
  },
}

export function useServerInfo(): {
  info: ServerInfo
  /** 'unknown' where the server could not be asked. */
  version: string
  loaded: boolean
} {
  const { data, isError } = useQuery(serverInfo)
  const info = data ?? unknownServer
  return { info, version: isError ? 'unknown' : info.git.tag, loaded: data !== undefined }
}

/** The user who is signed in; null while that is not known, and for nobody. */
export function useViewer(): User | null {
  return useQuery(currentUser).data ?? null
}
