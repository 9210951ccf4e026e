import { Button, Group, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { ReportedAnalysis } from '#contract/reports'
import { reviewAnalysis } from '#contract/reviews'

import { useMay } from '../../api/rights.ts'
import { useViewer } from '../../api/viewer.ts'
import { IconCheck, IconX } from '../../ui/icons.ts'
import { Place } from '../../ui/place.tsx'
import { Section } from '../../ui/section.tsx'
import { useReview } from './api.ts'
import classes from './report.module.css'

interface ReviewSectionProps {
  imageId: number
  analysis: ReportedAnalysis
  /** Earlier reviews of the image's analyses. */
  reviews: readonly string[]
}

/** A clinician confirms or rejects the result, by name and time; earlier reviews are kept. */
export function ReviewSection({ imageId, analysis, reviews }: ReviewSectionProps) {
  const { t } = useTranslation()
  const may = useMay()
  const viewer = useViewer()
  const [note, setNote] = useState('')
  const confirm = useReview('confirmed')
  const reject = useReview('rejected')
  const isStale = analysis.stale.length > 0
  const say = (review: typeof confirm, decision: 'confirmed' | 'rejected') =>
    review.mutate(
      { query: { original_id: imageId }, body: { analysis_id: analysis.id, decision, note } },
      { onSuccess: () => setNote('') },
    )
  const name = viewer === null || viewer.name === '' ? (viewer?.username ?? '') : viewer.name
  return (
    <Place name="review">
      <Section title={t('report.review.title')}>
        {reviews.map((line) => (
          <Text key={line} size="sm" mb={4}>
            {line}
          </Text>
        ))}
        {isStale || !may(reviewAnalysis) ? (
          <Text size="sm" c="dimmed">
            {t(isStale ? 'report.review.stale' : 'report.review.onlyClinicians')}
          </Text>
        ) : (
          <div className={classes['actions']}>
            <Textarea
              label={t('report.review.note')}
              maxLength={2000}
              autosize
              minRows={2}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
            <Group mt="sm" gap="sm">
              <Button
                leftSection={<IconCheck size={16} />}
                loading={confirm.isPending}
                disabled={reject.isPending}
                onClick={() => say(confirm, 'confirmed')}
              >
                {t('report.review.confirm')}
              </Button>
              <Button
                variant="default"
                leftSection={<IconX size={16} />}
                loading={reject.isPending}
                disabled={confirm.isPending}
                onClick={() => say(reject, 'rejected')}
              >
                {t('report.review.reject')}
              </Button>
              <Text size="xs" c="dimmed">
                {t('report.review.signedAs', { name })}
              </Text>
            </Group>
          </div>
        )}
      </Section>
    </Place>
  )
}
