import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'

/** Whether a dialog is open. An address with `?open=name` opens it, until it is closed. */
export function useOpened(name: string): [boolean, (opened: boolean) => void] {
  const [parameters, setParameters] = useSearchParams()
  const [isOpened, setOpened] = useState(false)
  const isWanted = parameters.get('open') === name
  const change = useCallback(
    (opened: boolean) => {
      setOpened(opened)
      if (!isWanted) return
      const without = new URLSearchParams(parameters)
      without.delete('open')
      setParameters(without, { replace: true })
    },
    [isWanted, parameters, setParameters],
  )
  return [isOpened || isWanted, change]
}
