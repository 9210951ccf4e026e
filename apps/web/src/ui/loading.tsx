import { Loader, type LoaderProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface LoadingProps extends Pick<LoaderProps, 'size' | 'className'> {
  /** Says for what one waits, if it is more than a part of the page. */
  label?: string
}

/** A sign that something is loading, with a name for screen readers. */
export function Loading({ label, className, ...props }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <output className={className} aria-label={label ?? t('common.loading')}>
      <Loader {...props} display="block" aria-hidden />
    </output>
  )
}
