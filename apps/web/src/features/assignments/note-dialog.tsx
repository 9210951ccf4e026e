import { Stack, Text, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'

import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { Dialog } from '../../ui/dialog.tsx'

interface NoteDialogProps {
  title: string
  hint: string
  label: string
  submit: string
  busy: boolean
  onSubmit: (note: string) => void
  onClose: () => void
}

/** Asks for a word of why. */
export function NoteDialog({
  title,
  hint,
  label,
  submit,
  busy,
  onSubmit,
  onClose,
}: NoteDialogProps) {
  const [note, setNote] = useState('')
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    onSubmit(note.trim())
  }
  return (
    <Dialog opened isTypedInto title={title} onClose={onClose}>
      <form onSubmit={send}>
        <Stack gap="sm">
          <Text size="sm">{hint}</Text>
          <Textarea
            label={label}
            required
            data-autofocus
            autosize
            minRows={2}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons
          submit={submit}
          busy={busy}
          disabled={note.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
