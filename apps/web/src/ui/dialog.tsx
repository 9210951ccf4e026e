import { Button, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { type SyntheticEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Later } from './later.tsx'
import { openDialogs } from './open-dialogs.ts'
import { ReturnedFocus } from './returned-focus.tsx'

export interface DialogProps extends Pick<ModalProps, 'size' | 'children'> {
  title: string
  opened: boolean
  /** Opens complete at once, because people type into it right away. */
  isTypedInto?: boolean
  onClose: () => void
}

/**
 * A modal dialog whose close button has an accessible name. The page is dimmed in the frame after the
 * click, and the dialog follows complete, so that a large form does not delay the answer. Returns the
 * focus to the control that opened it. If its form was changed, Escape, the close button and a click
 * outside ask before closing it.
 */
export function Dialog(props: DialogProps) {
  const { title, opened, isTypedInto = false, onClose, size = 'md', children } = props
  const { t } = useTranslation()
  const id = useId()
  const changed = useRef<Element | null>(null)
  const [isAsking, setAsking] = useState(false)
  useLayoutEffect(() => {
    if (!opened) return undefined
    openDialogs.push(id)
    return () => void openDialogs.splice(openDialogs.indexOf(id), 1)
  }, [id, opened])
  const close = () => {
    if (openDialogs.at(-1) !== id) return
    // A form that is no longer in the page was submitted.
    if (changed.current?.isConnected) setAsking(true)
    else onClose()
  }
  const note = ({ currentTarget, target }: SyntheticEvent) => {
    if (!isEntry(target)) return
    changed.current = currentTarget.querySelector('form:not(search form)')
  }
  if (!opened) return null
  const content = (
    <Modal.Content>
      <Modal.Header>
        <Modal.Title>{title}</Modal.Title>
        <Modal.CloseButton aria-label={t('common.close')} />
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
    </Modal.Content>
  )
  return (
    <>
      <ReturnedFocus />
      <Modal.Root
        size={size}
        opened
        returnFocus={false}
        onClose={close}
        onChange={note}
        onClick={note}
      >
        <Modal.Overlay />
        {isTypedInto ? content : <Later>{content}</Later>}
      </Modal.Root>
      {isAsking && (
        <Question
          title={t('common.discardTitle')}
          lines={[t('common.discardText')]}
          confirm={t('common.discard')}
          cancel={t('common.continueEditing')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** True for an input that the user changed, and for an option, which may be outside the form. */
function isEntry(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.closest('search')) return false
  return target.matches('input, select, textarea') || target.closest('[role="option"]') !== null
}

interface QuestionProps {
  title: string
  lines: readonly string[]
  confirm: string
  cancel: string
  onConfirm: () => void
  onClose: () => void
}

/** A dialog that asks for confirmation before something is destroyed. */
export function Question({ title, lines, confirm, cancel, onConfirm, onClose }: QuestionProps) {
  return (
    <Dialog opened title={title} onClose={onClose}>
      <Stack gap="xs">
        {lines.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
      </Stack>
      <Group justify="flex-end" mt="md" gap="xs">
        <Button variant="default" data-autofocus onClick={onClose}>
          {cancel}
        </Button>
        <Button
          color="red.8"
          onClick={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </Group>
    </Dialog>
  )
}
