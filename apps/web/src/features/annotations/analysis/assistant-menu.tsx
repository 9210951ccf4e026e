import { Button, Menu } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'

import { findLesions } from '#contract/analysis'
import { hasPurpose } from '#contract/results/kinds'

import { IconSearch } from '../../../ui/icons.ts'
import { assistants, useFindLesions } from '../api.ts'
import { useEditorContext } from '../editor-context.ts'

/**
 * The networks that propose areas to annotate; nothing if there are none. Passes a result that was
 * requested here to `onFound` when it arrives.
 */
export function AssistantMenu({ onFound }: { onFound: (result: number) => void }) {
  const { t } = useTranslation()
  const { data, may } = useEditorContext()
  const { data: models = [] } = useQuery(assistants)
  const find = useFindLesions(data.image.id)
  const results = Object.values(data.image.results)
  const latest = results.find(({ kind }) => hasPurpose(kind, 'proposals'))?.id ?? null
  const before = useRef<number | null | undefined>(undefined)
  const open = useEffectEvent((result: number) => {
    before.current = undefined
    onFound(result)
  })
  useEffect(() => {
    const isAwaited = before.current !== undefined && latest !== before.current
    if (isAwaited && latest !== null) open(latest)
  }, [latest])
  if (models.length === 0 || !may(findLesions)) return null
  const run = (model: string) => {
    before.current = latest
    find.mutate({ query: { original_id: data.image.id }, body: { model } })
  }
  return (
    <Menu withinPortal>
      <Menu.Target>
        <Button
          size="xs"
          mt="xs"
          variant="default"
          fullWidth
          loading={find.isPending}
          leftSection={<IconSearch size={16} />}
        >
          {t('analysis.lesions.button')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {models.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => run(id)}>
            {models.length === 1
              ? t('analysis.lesions.propose')
              : t('analysis.lesions.proposeWith', { name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
