import classes from './hue-dot.module.css'

/** The colour of a category, a decoration beside its name. */
export function HueDot({ color }: { color: string }) {
  return <span className={classes['dot']} style={{ backgroundColor: color }} aria-hidden />
}
