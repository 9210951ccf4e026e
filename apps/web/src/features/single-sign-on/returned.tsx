import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'

import { finishSingleSignOn } from '#contract/single-sign-on'

import { call } from '../../api/call.ts'
import { currentUser, serverInfo, useServerInfo } from '../../api/viewer.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { Waiting } from '../../ui/waiting.tsx'

/** Finishes the sign-in with the provider's answer; `onEnd` gets the error if it fails. */
export function ReturnedFromProvider({
  answer,
  onEnd,
}: {
  answer: string
  onEnd: (error: Error | null) => void
}) {
  const client = useQueryClient()
  const problemText = useProblemText()
  const { info } = useServerInfo()
  const { data, error } = useQuery({
    queryKey: ['single sign-on', answer],
    queryFn: () => call(finishSingleSignOn, { body: { answer } }),
    staleTime: Infinity,
    retry: false,
  })
  const end = useEffectEvent(async () => {
    if (data !== undefined) {
      client.setQueryData(currentUser.queryKey, data.user)
      await client.invalidateQueries({ queryKey: serverInfo.queryKey })
    }
    // Somebody who is signed in does not see the sign-in page, which shows the error.
    if (error !== null && info.signed_in) {
      notifications.show({ message: problemText(error), color: 'red', autoClose: false })
    }
    onEnd(error)
  })
  useEffect(() => {
    if (data !== undefined || error !== null) void end()
  }, [data, error])
  return <Waiting />
}
