import { type ComboboxItem, Modal, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { bestMatches } from '../../../ui/best-matches.ts'
import { chooseCategory } from '../commands/category-commands.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'

/** Finds a category by a part of its name and makes it the active one. */
export function CategorySearch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const categories = useEditor(context.annotator.editor, (state) => state.document.categories)
  const choose = (id: string | null) => {
    if (id === null) return
    chooseCategory(context, { id: Number(id) })
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('annotations.commands.findCategory')} size="sm">
      <Select
        searchable
        selectFirstOptionOnChange
        ref={focusAtOnce}
        data-autofocus
        defaultDropdownOpened
        aria-label={t('annotations.findCategory')}
        placeholder={t('annotations.findCategory')}
        nothingFoundMessage={t('annotations.noCategoryFound')}
        data={Array.from(categories.values(), ({ id, name }) => ({
          value: String(id),
          label: name,
        }))}
        filter={({ options, search }) =>
          bestMatches(options as ComboboxItem[], search, ({ label }) => label)
        }
        onChange={choose}
      />
    </Modal>
  )
}

/** People type on, but the dialog itself gives the focus to its field only a moment later. */
function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
