import { useState } from 'react'
import { z } from 'zod'

import { newUuid } from '../../api/new-uuid.ts'

/** The typed text, and the id under which it is sent: another text gets another id. */
const Kept = z.object({ text: z.string(), saveId: z.string() })
export type Kept = z.infer<typeof Kept>

function read(key: string): Kept | null {
  const stored = localStorage.getItem(key)
  if (stored === null) return null
  try {
    return Kept.parse(JSON.parse(stored))
  } catch {
    return null
  }
}

/** Where this browser keeps what a user has typed; `of` names the thread, comment or image. */
export function keptKey(username: string, of: string): string {
  return `comment of ${username} ${of}`
}

export function hasKeptText(key: string): boolean {
  return read(key) !== null
}

/** Text that this browser keeps until it is forgotten, because it was sent or is not wanted any more. */
export function useKeptText(key: string, initial: string) {
  const [kept, setKept] = useState<Kept>(() => read(key) ?? { text: initial, saveId: newUuid() })
  return {
    ...kept,
    set(text: string) {
      const next = { text, saveId: newUuid() }
      if (text.trim() === '') localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
      setKept(next)
    },
    forget() {
      localStorage.removeItem(key)
    },
  }
}
