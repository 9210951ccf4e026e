import { Button, MultiSelect, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { AnnotateUrl, type Dataset } from '#contract/datasets'

import { mayWith } from '../../api/rights.ts'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import { KeyValueEditor } from '../../ui/key-value-editor.tsx'
import { duplicateRows, toMetadata, toRows } from '../../ui/key-values.ts'
import { useUpdateDataset } from './api.ts'

interface DatasetFormProps {
  dataset: Dataset
  categories: readonly { id: number; name: string }[]
  onSaved: () => void
  /** For forms that can be closed without saving. */
  onCancel?: () => void
}

/** The editable settings of a dataset. */
export function DatasetForm({ dataset, categories, onSaved, onCancel }: DatasetFormProps) {
  const { t } = useTranslation()
  const may = mayWith(dataset.rights)
  const update = useUpdateDataset(dataset.id)
  const [rows, setRows] = useState(() => toRows(dataset.default_annotation_metadata))
  const [categoryIds, setCategoryIds] = useState(dataset.categories)
  const [annotateUrl, setAnnotateUrl] = useState(dataset.annotate_url)
  const isAddress = AnnotateUrl.safeParse(annotateUrl.trim()).success
  const valid = duplicateRows(rows).size === 0 && isAddress
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!valid) return
    const url = annotateUrl.trim()
    const body = {
      categories: categoryIds,
      default_annotation_metadata: toMetadata(rows),
      ...(url === dataset.annotate_url ? {} : { settings: { annotate_url: url } }),
    }
    update.mutate({ params: { id: dataset.id }, body }, { onSuccess: onSaved })
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <MultiSelect
          label={t('datasets.categories')}
          searchable
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={categoryIds.map(String)}
          onChange={(ids) => setCategoryIds(ids.map(Number))}
        />
        <KeyValueEditor
          legend={t('datasets.defaultMetadata')}
          hint={t('datasets.metadataHint')}
          rows={rows}
          onChange={setRows}
        />
        {may('configure') && (
          <TextInput
            type="url"
            label={t('datasets.annotateUrl')}
            description={t('datasets.annotateUrlHint')}
            placeholder="https://"
            value={annotateUrl}
            error={isAddress ? null : t('datasets.annotateUrlInvalid')}
            onChange={(event) => setAnnotateUrl(event.currentTarget.value)}
          />
        )}
      </Stack>
      {onCancel === undefined ? (
        <Button type="submit" mt="md" loading={update.isPending} disabled={!valid}>
          {t('common.save')}
        </Button>
      ) : (
        <DialogButtons
          submit={t('common.save')}
          busy={update.isPending}
          disabled={!valid}
          onCancel={onCancel}
        />
      )}
    </form>
  )
}
