import { Button, Loader } from '@mantine/core'

import { searchIn } from '#annotation/reshaping'

import { useWords } from '../../../i18n/words.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import classes from './search-under-way.module.css'

/** Shows that a search for an area is running, with a button to cancel it. */
export function SearchUnderWay() {
  const words = useWords()
  const { editor } = useEditorContext().annotator
  const awaited = useEditor(editor, ({ pending }) =>
    pending.find((reshaping) => (searchIn(reshaping)?.wait ?? null) !== null),
  )
  const wait = awaited && searchIn(awaited)?.wait
  return (
    <div className={classes['place']}>
      <output>{wait && words(wait).waiting}</output>
      {awaited && wait && (
        <>
          <Loader size="xs" aria-hidden />
          <Button size="compact-sm" variant="default" onClick={() => editor.giveUp(awaited.mark)}>
            {words(wait).cancel}
          </Button>
        </>
      )}
    </div>
  )
}
