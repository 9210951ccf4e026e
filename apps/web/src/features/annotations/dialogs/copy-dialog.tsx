import { Button, Checkbox, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { copiesOf, mirrored, pasteAnnotations } from '#annotation/clipboard'
import { isCategoryLocked } from '#annotation/looks'

import { useProblemText } from '../../../i18n/problem-text.ts'
import { DialogButtons } from '../../../ui/dialog-buttons.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import {
  type AnnotatorData,
  pictureAddress,
  type SourceData,
  sourceImage,
  useCopyAnnotations,
} from '../api.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import classes from './copy-dialog.module.css'
import { readiness, sourceProblem } from './copy-source.ts'
import { CopySources } from './copy-sources.tsx'
import { newUuid } from '../../../api/new-uuid.ts'
import { serverStateOf } from '../wire.ts'

/** Milliseconds without typing after which the image is looked up. */
const typingPause = 300
const thumbnailWidth = 250

/** Copies annotations of another image to this one, as one step of undo. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { annotator, data } = useEditorContext()
  const copy = useCopyAnnotations()
  const [source, setSource] = useState('')
  const [wasTyped, setWasTyped] = useState(false)
  const [isSaving, setIsSaving] = useState(false)
  const [isMirrored, setIsMirrored] = useState(false)
  const looks = useEditor(annotator.editor, (state) => state.looks)
  const unlocked = data.categories.filter(({ id }) => !isCategoryLocked(looks, id))
  const areSomeLocked = unlocked.length < data.categories.length
  const all = unlocked.map(({ id }) => String(id))
  const [categories, setCategories] = useState<readonly string[]>(all)
  const problem = sourceProblem(source, data.image.id)
  const chosen = categories.map(Number)
  const [typed] = useDebouncedValue(source, typingPause)
  const isCurrent = problem === null && typed === source
  const {
    data: shown,
    error,
    isFetching,
  } = useQuery({
    ...sourceImage(Number(source)),
    enabled: isCurrent,
  })
  const lookUp = { isCurrent, isFetching, hasData: shown !== undefined, hasFailed: error !== null }
  // Without an image there is nothing to wait for, and submitting says what is missing.
  const state = problem === null ? readiness(isMirrored, lookUp) : 'ready'

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setWasTyped(true)
    if (problem !== null || chosen.length === 0 || state !== 'ready') return
    setIsSaving(true)
    await annotator.saving.saveNow()
    setIsSaving(false)
    if (isMirrored && shown !== undefined) return pasteMirrored(shown)
    const params = { fromId: Number(source), toId: data.image.id }
    const body = { category_ids: chosen, save_id: newUuid() }
    copy.mutate({ params, body }, { onSuccess: (answer) => take(answer) })
  }
  const pasteMirrored = ({ image, dataset, categories: there }: SourceData) => {
    const originals = there
      .filter(({ id }) => chosen.includes(id))
      .flatMap((category) => category.annotations)
      .map((annotation) => mirrored(serverStateOf(annotation).content, image.width))
      .map((each) => (dataset.id === data.dataset.id ? each : { ...each, fields: {} }))
    const { editor } = annotator
    const before = editor.state.document.annotations.size
    editor.change('copy', pasteAnnotations(copiesOf(originals, newUuid), 0))
    const copied = editor.state.document.annotations.size - before
    tell(copied, originals.length - copied)
  }
  const take = ({ annotations, outside }: NonNullable<typeof copy.data>) => {
    annotator.saving.takeMade(annotations.map(serverStateOf), 'copy')
    tell(annotations.length, outside)
  }
  const tell = (count: number, outside: number) => {
    const copied = t('annotations.copy.done', { count })
    const left = outside === 0 ? '' : ` ${t('annotations.copy.outside', { count: outside })}`
    notifications.show({
      title: t('annotations.copy.title'),
      message: copied + left,
      color: count > 0 && outside === 0 ? 'green' : 'yellow',
    })
    onClose()
  }
  return (
    <Dialog opened size="lg" title={t('annotations.commands.copyAnnotations')} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <CopySources chosen={source} onChoose={setSource} />
          <TextInput
            label={t('annotations.copy.source')}
            description={t('annotations.copy.sourceHint')}
            inputMode="numeric"
            data-autofocus
            value={source}
            error={wasTyped && problem !== null && t(`annotations.copy.problems.${problem}`)}
            onChange={(event) => {
              setSource(event.currentTarget.value)
              setWasTyped(true)
            }}
          />
          <Checkbox
            label={t('annotations.copy.mirror')}
            checked={isMirrored}
            onChange={(event) => setIsMirrored(event.currentTarget.checked)}
          />
          {problem === null && <Source data={shown} error={error} categories={chosen} />}
          <div>
            <MultiSelect
              label={t('annotations.copy.categories')}
              description={areSomeLocked && t('annotations.copy.locked')}
              data={unlocked.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={[...categories]}
              searchable
              hidePickedOptions
              classNames={{ pillsList: classes['chosen'] ?? '' }}
              error={
                chosen.length === 0 &&
                t(
                  data.categories.length === 0
                    ? 'annotations.noCategories'
                    : 'annotations.copy.noCategory',
                )
              }
              nothingFoundMessage={t('annotations.notFoundInList')}
              onChange={setCategories}
            />
            <Group gap="xs" mt="xs">
              <Button size="compact-sm" variant="default" onClick={() => setCategories(all)}>
                {t('annotations.copy.all')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => setCategories([])}>
                {t('annotations.copy.none')}
              </Button>
            </Group>
          </div>
        </Stack>
        <DialogButtons
          submit={t('annotations.copy.submit')}
          busy={isSaving || copy.isPending || state === 'loading'}
          disabled={chosen.length === 0 || state === 'failed'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

interface SourceProps {
  data: SourceData | undefined
  error: Error | null
  categories: readonly number[]
}

/** Shows the source image, so that the user can recognise it. */
function Source({ data, error, categories }: SourceProps) {
  const { t } = useTranslation()
  const problemText = useProblemText()
  if (error !== null) {
    return (
      <output className={classes['source']}>
        <Text span size="sm" c="var(--mantine-color-error)">
          {problemText(error)}
        </Text>
      </output>
    )
  }
  return (
    <output className={classes['source']}>
      {data === undefined ? (
        <Text span size="sm" c="dimmed">
          {t('common.loading')}
        </Text>
      ) : (
        <>
          <img src={pictureAddress(data.image, thumbnailWidth)} alt="" />
          <span className={classes['about']}>
            <strong>{data.image.file_name}</strong>
            <br />
            {t('annotations.copy.found', { count: countIn(data, categories) })}
          </span>
        </>
      )}
    </output>
  )
}

function countIn({ categories: all }: Pick<AnnotatorData, 'categories'>, ids: readonly number[]) {
  return all
    .filter(({ id }) => ids.includes(id))
    .reduce((sum, { annotations }) => sum + annotations.length, 0)
}
