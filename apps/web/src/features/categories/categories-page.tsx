import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { User } from '#contract/account'
import type { CountedCategory } from '#contract/categories'

import cards from '../../ui/cards.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconCategory, IconPlus } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Page } from '../../ui/page.tsx'
import { Paging } from '../../ui/paging.tsx'
import { RefreshButton } from '../../ui/refresh-button.tsx'
import { pageOf, useQueryString } from '../../ui/search-parameters.ts'
import { categoryPage } from './api.ts'
import { CategoryCard } from './category-card.tsx'
import { CategoryDialog } from './category-dialog.tsx'

export function CategoriesPage({ viewer }: { viewer: User }) {
  const { t } = useTranslation()
  const [parameters, change] = useQueryString()
  const query = useQuery(categoryPage(pageOf(parameters)))
  const { data, error } = query
  const [dialog, setDialog] = useState<{ category: CountedCategory | null } | null>(null)
  const total = data?.pagination.total ?? 0
  const createButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ category: null })}>
      {t('categories.create')}
    </Button>
  )
  const editable = (category: CountedCategory) =>
    viewer.is_admin || viewer.anonymous || category.creator === viewer.username
  return (
    <Page
      title={t('categories.title')}
      aside={data && t('categories.count', { count: total })}
      actions={
        <>
          <RefreshButton query={query} />
          {total > 0 && createButton}
        </>
      }
    >
      <QueryFailed title={t('categories.listFailed')} query={query} />
      {data?.categories.length === 0 && (
        <EmptyState
          icon={<IconCategory size={40} />}
          title={t('categories.empty')}
          action={createButton}
        >
          {t('categories.emptyHint')}
        </EmptyState>
      )}
      {data === undefined && error === null && <CategorySkeletons />}
      <ul className={cards['cards']}>
        {data?.categories.map((category) => (
          <CategoryCard
            key={category.id}
            category={category}
            editable={editable(category)}
            onEdit={() => setDialog({ category })}
          />
        ))}
      </ul>
      {data !== undefined && (
        <Paging
          page={data.pagination.page}
          pages={data.pagination.pages}
          label={t('common.pages')}
          onChange={(page) => change({ page: String(page) })}
        />
      )}
      {dialog !== null && (
        <CategoryDialog
          category={dialog.category}
          used={data?.categories.map(({ color }) => color) ?? []}
          onClose={() => setDialog(null)}
        />
      )}
    </Page>
  )
}

function CategorySkeletons() {
  return (
    <div className={cards['cards']} aria-hidden>
      {[0, 1, 2, 3, 4, 5].map((number) => (
        <Skeleton key={number} height={112} />
      ))}
    </div>
  )
}
