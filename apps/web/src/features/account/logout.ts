import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { logout } from '#contract/account'

import { call } from '../../api/call.ts'
import { useForgetUser } from './api.ts'

const loggingOut = ['log out']

/** Returns a function that is true while the user is signing out. */
export function useIsLoggingOut(): () => boolean {
  const client = useQueryClient()
  return () => client.isMutating({ mutationKey: loggingOut }) > 0
}

/** Navigates to another screen and resolves on arrival, so that the current screen can save first. */
function useGoTo(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const going = useRef<{ path: string; arrive: () => void } | null>(null)
  useEffect(() => {
    if (going.current?.path === pathname) going.current.arrive()
  }, [pathname])
  // Resolves too if the user ends up on a different screen.
  useEffect(() => () => going.current?.arrive(), [])
  return (path) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    going.current = { path, arrive: resolve }
    void navigate(path)
    return promise
  }
}

/** Signs out, at the identity provider, too. From the annotator, goes to the datasets first, so that open work is saved. */
export function useLogout() {
  const forget = useForgetUser()
  const goTo = useGoTo()
  const { pathname } = useLocation()
  return useMutation({
    mutationKey: loggingOut,
    mutationFn: async () => {
      if (pathname.startsWith('/annotate/')) await goTo('/datasets')
      const { sign_out_url: provider } = await call(logout)
      if (provider !== null) location.assign(provider)
    },
    onSettled: forget,
  })
}
