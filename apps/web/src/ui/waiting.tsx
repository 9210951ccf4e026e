import { Center } from '@mantine/core'

import { Loading } from './loading.tsx'

/** Fills a screen that does not know yet what to show. */
export function Waiting() {
  return (
    <Center mih="60vh">
      <Loading />
    </Center>
  )
}
