import mark from './mark.svg'

/** The mark of the product, which is also the icon of its tab. Decorative: its name stands beside it. */
export function Mark({ size }: { size: number }) {
  return <img src={mark} alt="" width={size} height={size} />
}
