import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

import { useKeysText } from '../../../ui/use-keys-text.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'

const id = 'area too large'

/** Says that a drawing found more than it permits and offers to take it, until the user goes on. */
export function LargeAreaNotice() {
  const { t } = useTranslation()
  const { annotator, shortcuts } = useEditorContext()
  const { editor } = annotator
  const refused = useEditor(editor, (state) => state.refused)
  const keysText = useKeysText()
  const [keys] = shortcuts.takeRefused
  const keysOfIt = keys === undefined ? '' : ` (${keysText(keys)})`
  useEffect(() => {
    if (refused === null) return undefined
    notifications.show({
      id,
      title: t('annotations.tooLargeTitle'),
      message: (
        <>
          <Text size="sm">{t('annotations.tooLarge')}</Text>
          <Button mt="xs" size="sm" variant="default" onClick={() => editor.takeRefused()}>
            {t('annotations.takeAnyway') + keysOfIt}
          </Button>
        </>
      ),
      color: 'yellow',
      autoClose: false,
    })
    return () => void notifications.hide(id)
  }, [editor, refused, keysOfIt, t])
  return null
}
