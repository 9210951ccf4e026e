import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { SiteReferences } from '#contract/references'

import { momentText } from '../../i18n/time.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { siteReferences, useSetReferences } from './api.ts'
import { fieldsOf, referenceIn, type ReferenceFields, rowAfter } from './reference-fields.ts'
import { ReferenceRow } from './reference-row.tsx'

/** Reference ranges of the site's own population, which administrators enter. */
export function ReferencesPage() {
  const { t } = useTranslation()
  const query = useQuery(siteReferences)
  return (
    <Page title={t('references.title')}>
      <Text size="sm" maw="50rem" mb="md">
        {t('references.intro')}
      </Text>
      <QueryFailed title={t('references.loadFailed')} query={query} />
      {query.isPending && <Skeleton height={160} />}
      {query.data !== undefined && (
        // Changes by colleagues do not overwrite what the user is typing.
        <ReferencesForm key={query.data.entered?.at ?? ''} data={query.data} />
      )}
    </Page>
  )
}

function ReferencesForm({ data: { references, entered } }: { data: SiteReferences }) {
  const { t } = useTranslation()
  const save = useSetReferences()
  const [before] = useState(() => references.map(fieldsOf))
  const [rows, setRows] = useState<readonly ReferenceFields[]>(before)
  const [replaces] = useState(entered?.at ?? null)
  const stated = rows.flatMap((row) => referenceIn(row) ?? [])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate({ body: { references: stated, replaces } })
  }
  const add = () =>
    setRows([...rows, rowAfter(rows.at(-1), Math.max(-1, ...rows.map(({ key }) => key)) + 1)])
  return (
    <form noValidate onSubmit={submit}>
      {rows.length === 0 && <EmptyState title={t('references.none')} />}
      {rows.length > 0 && (
        <DataTable
          label={t('references.title')}
          columns={[
            { title: t('references.number') },
            { title: t('references.measure') },
            { title: t('references.sex') },
            { title: t('references.ages') },
            { title: t('references.mean') },
            { title: t('references.sd') },
            { title: t('references.n') },
            { title: t('references.source') },
            { title: t('table.options'), isTitleHidden: true },
          ]}
          rows={rows.map((row, i) => (
            <ReferenceRow
              key={row.key}
              number={i + 1}
              fields={row}
              onChange={(change) =>
                setRows(rows.map((each) => (each === row ? { ...row, ...change } : each)))
              }
              onRemove={() => setRows(rows.filter((each) => each !== row))}
            />
          ))}
        />
      )}
      <Group mt="md">
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('references.add')}
        </Button>
        <Button
          type="submit"
          loading={save.isPending}
          disabled={rows === before || stated.length < rows.length}
        >
          {t('common.save')}
        </Button>
        {entered !== null && (
          <Text size="sm" c="dimmed">
            {t('references.entered', { name: entered.by, when: momentText(entered.at) })}
          </Text>
        )}
      </Group>
    </form>
  )
}
