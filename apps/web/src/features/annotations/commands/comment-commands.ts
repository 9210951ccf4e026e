import { beginThread } from '#contract/comments'

import { pinAtPointer } from '../comments/pins.ts'
import type { Command } from './command.ts'

const always = () => true

export const commentCommands = {
  comment: {
    keys: ['Shift+c'],
    needs: beginThread,
    enabled: always,
    run: ({ annotator, commenting }) =>
      commenting.begin(pinAtPointer(annotator, commenting.pointer.current)),
  },
  comments: {
    keys: [],
    enabled: always,
    run: ({ commenting }) => commenting.setOpen(!commenting.isOpen),
    isOn: ({ commenting }) => commenting.isOpen,
  },
} as const satisfies Record<string, Command>
