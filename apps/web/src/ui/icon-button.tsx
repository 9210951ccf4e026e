import type { ComponentPropsWithRef } from 'react'

import classes from './icon-button.module.css'

/** A small icon button for long lists. A bare element, because Mantine's widgets are slow to render. */
export function IconButton(props: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...props} className={classes['button']} />
}
