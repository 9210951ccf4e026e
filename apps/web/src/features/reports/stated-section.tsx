import type { StatedText } from '#report/stated'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './report.module.css'
import { useWriting } from './use-writing.ts'

/** Values entered by readers, with author and time; nothing if there are none. */
export function StatedSection({ stated }: { stated: readonly StatedText[] }) {
  const words = useWriting().words.report.stated
  if (stated.length === 0) return null
  return (
    <Section title={words.title}>
      <ScrollRegion label={words.title} className={classes['scroll']}>
        <table className={classes['measures']}>
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.value}</th>
              <th scope="col">{words.who}</th>
            </tr>
          </thead>
          <tbody>
            {stated.map(({ key, name, value, source }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td className={classes['statedValue']}>{value}</td>
                <td>{source}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  )
}
