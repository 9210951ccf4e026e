import type { Fact } from '#report/risk'

import classes from './pairs.module.css'

/** Names and values: side by side in a strip, or one per line with the value at the end. */
export function Pairs({ facts, as }: { facts: readonly Fact[]; as: 'strip' | 'lines' }) {
  return (
    <dl className={classes[as]}>
      {facts.map(([name, value]) => (
        <div key={`${name} ${value}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
