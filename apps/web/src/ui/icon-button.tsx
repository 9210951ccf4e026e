import type { ComponentPropsWithRef } from 'react'

import classes from './icon-button.module.css'

/** A small button with an icon for long lists: a bare element, for widgets take their time. */
export function IconButton(props: ComponentPropsWithRef<'button'>) {
  return <button type="button" {...props} className={classes['button']} />
}
