import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { Dialog } from '../../../ui/dialog.tsx'
import { SearchList } from '../../../ui/search-list.tsx'
import { categoriesNamed, chooseCategory } from '../commands/category-commands.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'

interface CategorySearchProps {
  /** Text typed before the dialog opened. */
  typed: string
  onClose: () => void
}

/** Finds a category by a part of its name and makes it the active one. */
export function CategorySearch({ typed, onClose }: CategorySearchProps) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const [text, setText] = useState(typed)
  const categories = useEditor(context.annotator.editor, (state) => state.document.categories)
  const matches = categoriesNamed(categories, text)
  return (
    <Dialog
      opened
      isTypedInto
      size="sm"
      title={t('annotations.commands.findCategory')}
      onClose={onClose}
    >
      <SearchList
        label={t('annotations.findCategory')}
        listLabel={t('annotations.categoriesFound')}
        text={text}
        onText={setText}
        groups={[{ hits: matches.map(({ id, name }) => ({ value: String(id), label: name })) }]}
        onChoose={(id) => {
          chooseCategory(context, { id: Number(id) })
          onClose()
        }}
        onClose={onClose}
      />
      <Text component="output" size="sm" c="dimmed" mt="sm" display="block">
        {matches.length === 0 && t('annotations.noCategoryFound')}
      </Text>
    </Dialog>
  )
}
